"""Print every ratio: `make bench`."""

from benchmarks import (
    editing,
    evaluating,
    judging,
    reading,
    reporting,
    reviewing,
    snapshots,
    starting,
    storing,
)

if __name__ == "__main__":
    for part in (judging, evaluating, reading, reporting, reviewing, starting, storing, editing, snapshots):
        part.main()
