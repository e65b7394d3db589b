"""Print every ratio: `make bench`. The load test takes ten minutes and stands alone: benchmarks.serving."""

from benchmarks import (
    aligning,
    challenges,
    editing,
    evaluating,
    fetching,
    judging,
    many_systems,
    painting,
    parsing,
    previewing,
    querying,
    ranking,
    reading,
    reading_many,
    reporting,
    reviewing,
    scoring,
    searching,
    sentences,
    simulating,
    snapshots,
    starting,
    storing,
)

FILES = (judging, evaluating, reading, reading_many, reporting, reviewing, simulating, starting)
CHALLENGES = (challenges, scoring, ranking)
CONTRASTS = (parsing, sentences, querying, aligning)
WORKSPACES = (storing, editing, snapshots, searching, previewing, painting, fetching, many_systems)

if __name__ == "__main__":
    for part in (*FILES, *CHALLENGES, *CONTRASTS, *WORKSPACES):
        part.main()
