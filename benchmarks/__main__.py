"""Print every ratio: `make bench`. The load test takes ten minutes and stands alone: benchmarks.serving."""

from benchmarks import (
    aligning,
    challenges,
    editing,
    evaluating,
    fetching,
    judging,
    painting,
    parsing,
    previewing,
    querying,
    ranking,
    reading,
    reporting,
    reviewing,
    scoring,
    snapshots,
    starting,
    storing,
)

FILES = (judging, evaluating, reading, reporting, reviewing, starting)
CHALLENGES = (challenges, scoring, ranking)
CONTRASTS = (parsing, querying, aligning)
WORKSPACES = (storing, editing, snapshots, previewing, painting, fetching)

if __name__ == "__main__":
    for part in (*FILES, *CHALLENGES, *CONTRASTS, *WORKSPACES):
        part.main()
