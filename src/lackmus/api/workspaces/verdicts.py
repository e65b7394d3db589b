"""Compare systems of a workspace, as it is or as it was: evaluate, compare, trend, profile."""

from lackmus.api.arguments import (
    Groups,
    Named,
    Paths,
    Strings,
    choices_of,
    look_of,
    part_of,
    paths,
    strings,
    testing_of,
    thresholds_of,
    within,
)
from lackmus.api.evaluations import (
    Comparison,
    Evaluation,
    Profile,
    Trend,
    compared,
    evaluated,
    followed,
    profiled,
)
from lackmus.api.wording import worded
from lackmus.api.workspaces.opened import WorkspaceHandle
from lackmus.core.base.choices import MIN_ITEMS
from lackmus.errors import LackmusError
from lackmus.flows.verdicts import saved_reports
from lackmus.flows.verdicts.workspace_material import FromWorkspace, StoredRequest


class WorkspaceVerdicts(WorkspaceHandle):
    """The verbs of a workspace that compare systems; suites, campaigns and systems are named."""

    @worded
    def evaluate(
        self,
        campaign: str | None = None,
        *,
        suite: str | None = None,
        pair: str | None = None,
        systems: Strings | None = None,
        exclude: Strings | None = None,
        tag: Strings | None = None,
        exclude_tag: Strings | None = None,
        category: Strings | None = None,
        phenomenon: Strings | None = None,
        keep: Strings | None = None,
        label: Named | None = None,
        anonymous: bool = False,
        as_of: str | None = None,
        save: str | None = None,
        replace_saved: bool = False,
        order: str = "category-macro",
        by: str = "category",
        table: Strings | None = None,
        examples: int = 1,
        semantics: str = "default",
        repeats: str = "first",
        test: str = "z",
        correction: str = "none",
        intervals: str = "none",
        samples: int = 1000,
        seed: int = 1,
        low: float | None = None,
        high: float | None = None,
        min_items: int = MIN_ITEMS,
        worst: bool = False,
        group_by: Strings | None = None,
        group: Groups | None = None,
        scores: Paths | None = None,
        comment: str = "",
    ) -> Evaluation:
        """Return the accuracies of a campaign's systems on what is stored, with people's decisions.

        The arguments are those of `lackmus report`; `save` keeps the report under a name for `as_of`.
        """
        thresholds = thresholds_of(low, high, min_items)
        look = look_of(by, table, label, examples, worst, group_by, group, None, thresholds, bool(scores))
        look.refuse_wrong_tables()
        if anonymous and look.labels:
            raise LackmusError("label names systems, and anonymous hides their names. Choose one.")
        testing = testing_of(test, correction, intervals, samples, seed)
        request = StoredRequest(
            suite,
            pair,
            strings(systems),
            strings(exclude),
            strings(tag),
            strings(exclude_tag),
            part_of(category, phenomenon),
            choices_of(semantics, repeats, keep, testing, order, thresholds),
            as_of,
            anonymous,
            strings(group_by),
        )
        desk = self._desk(comment)
        found = evaluated(FromWorkspace(desk, request, campaign), look, paths(scores))
        if save is not None:
            saved_reports.save(desk, save, request, found._evaluated, replace_saved)
        return found

    @worded
    def compare(
        self,
        systems: Strings,
        *,
        campaign: str | None = None,
        suite: str | None = None,
        pair: str | None = None,
        category: Strings | None = None,
        phenomenon: Strings | None = None,
        keep: Strings | None = None,
        as_of: str | None = None,
        semantics: str = "default",
        repeats: str = "first",
        show: int = 20,
        samples: int = 1000,
        seed: int = 1,
    ) -> Comparison:
        """Return two or more systems side by side: NAME of one campaign, or CAMPAIGN/NAME of several."""
        within("show", show, 0)
        testing = testing_of("z", "none", "none", samples, seed)
        request = StoredRequest(
            suite,
            pair,
            part=part_of(category, phenomenon),
            choices=choices_of(semantics, repeats, keep, testing),
            as_of=as_of,
        )
        named = [name.strip() for one in strings(systems) for name in one.split(",")]
        return compared(FromWorkspace(self._desk(), request, campaign, named), show)

    @worded
    def trend(
        self,
        campaigns: Strings | None = None,
        *,
        suite: str | None = None,
        pair: str | None = None,
        systems: Strings | None = None,
        exclude: Strings | None = None,
        exclude_tag: Strings | None = None,
        unaveraged: Strings | None = None,
        category: Strings | None = None,
        phenomenon: Strings | None = None,
        keep: Strings | None = None,
        same: Named | None = None,
        exact_names: bool = False,
        label: Named | None = None,
        as_of: str | None = None,
        by: str = "category",
        table: Strings | None = None,
        semantics: str = "default",
        repeats: str = "first",
    ) -> Trend:
        """Return campaigns over time, all of them unless some are named, on the items fair in all."""
        look = look_of(by, table, label)
        request = StoredRequest(
            suite,
            pair,
            strings(systems),
            strings(exclude),
            exclude_tags=strings(exclude_tag),
            part=part_of(category, phenomenon),
            choices=choices_of(semantics, repeats, keep),
            as_of=as_of,
        )
        source = FromWorkspace(self._desk(), request)
        return followed(source, strings(campaigns), unaveraged, same, exact_names, look)

    @worded
    def profile(
        self,
        system: str,
        *,
        campaign: str | None = None,
        suite: str | None = None,
        pair: str | None = None,
        systems: Strings | None = None,
        exclude: Strings | None = None,
        category: Strings | None = None,
        phenomenon: Strings | None = None,
        keep: Strings | None = None,
        label: Named | None = None,
        as_of: str | None = None,
        by: str = "category",
        semantics: str = "default",
        repeats: str = "first",
        test: str = "z",
        correction: str = "none",
        samples: int = 1000,
        seed: int = 1,
    ) -> Profile:
        """Return where a system of a campaign is better and worse than the others, with tests."""
        look = look_of(by, None, label)
        request = StoredRequest(
            suite,
            pair,
            strings(systems),
            strings(exclude),
            part=part_of(category, phenomenon),
            choices=choices_of(semantics, repeats, keep, testing_of(test, correction, "none", samples, seed)),
            as_of=as_of,
        )
        return profiled(FromWorkspace(self._desk(), request, campaign), system, look)
