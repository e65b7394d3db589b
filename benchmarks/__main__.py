"""Print every ratio: `make bench`."""

from benchmarks import evaluating, judging, reading, reporting, starting

if __name__ == "__main__":
    for part in (judging, evaluating, reading, reporting, starting):
        part.main()
