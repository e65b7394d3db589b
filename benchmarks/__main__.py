"""Print every ratio: `make bench`."""

from benchmarks import evaluating, judging, starting

if __name__ == "__main__":
    for part in (judging, evaluating, starting):
        part.main()
