"""Print every ratio: `make bench`. The load test takes ten minutes and stands alone: benchmarks.serving."""

from benchmarks import (
    editing,
    evaluating,
    fetching,
    judging,
    painting,
    previewing,
    reading,
    reporting,
    reviewing,
    snapshots,
    starting,
    storing,
)

FILES = (judging, evaluating, reading, reporting, reviewing, starting)
WORKSPACES = (storing, editing, snapshots, previewing, painting, fetching)

if __name__ == "__main__":
    for part in (*FILES, *WORKSPACES):
        part.main()
