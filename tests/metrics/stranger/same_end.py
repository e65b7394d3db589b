"""A metric that only looks at how a sentence ends."""

from lackmus.metrics import Metric, Need, Option


class SameEnd(Metric):
    LABEL = "Same end"
    ABOUT = "Whether a translation ends as its source does"
    OPTIONS = (Option("signs", "how many of the last signs are compared", default="1"),)
    NEEDS = (Need.SOURCE,)

    def signature(self):
        return "same-end 1.0"

    def score(self, segments):
        signs = int(self.options["signs"])
        return [float(one.source[-signs:] == one.hypothesis[-signs:]) for one in segments]
