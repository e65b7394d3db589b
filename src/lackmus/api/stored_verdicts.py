"""Compare systems of a workspace, as it is or as it was: evaluate, compare, trend, profile."""

from collections.abc import Mapping
from dataclasses import replace

from lackmus.api.arguments import (
    Groups,
    Named,
    Strings,
    choices_of,
    look_of,
    part_of,
    strings,
    testing_of,
    thresholds_of,
    within,
)
from lackmus.api.evaluations import Comparison, Evaluation, Profile, Trend, evaluation
from lackmus.api.opened import Opened
from lackmus.api.wording import warn, warn_of, worded
from lackmus.core.base.choices import MIN_ITEMS
from lackmus.errors import LackmusError
from lackmus.flows.verdicts import stored_comparing as flows
from lackmus.flows.verdicts.profile import profile_of
from lackmus.flows.verdicts.views import StoredRequest


class StoredVerdicts(Opened):
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
        comment: str = "",
    ) -> Evaluation:
        """Return the accuracies of a campaign's systems on what is stored, with people's decisions.

        The arguments are those of `lackmus report`; `save` keeps the report under a name for `as_of`.
        """
        thresholds = thresholds_of(low, high, min_items)
        look = look_of(by, table, label, examples, worst, group_by, group, None, thresholds)
        look.refuse_wrong_tables()
        if anonymous and look.labels:
            raise LackmusError("label names systems, and anonymous hides their names. Choose one.")
        testing = testing_of(test, correction, intervals, samples, seed)
        choices = choices_of(semantics, repeats, keep, testing, order, thresholds)
        request = StoredRequest(
            suite,
            pair,
            strings(systems),
            strings(exclude),
            strings(tag),
            strings(exclude_tag),
            part_of(category, phenomenon),
            choices,
            as_of,
            anonymous,
            strings(group_by),
        )
        desk = self._desk(comment)
        reported = flows.report(desk, request, campaign)
        look = replace(look, labels={**reported.labels, **look.labels}, tags=reported.tags)
        if save is not None:
            flows.save(desk, save, request, reported, replace_saved)
        choices = replace(choices, revision=reported.revision.number)
        return evaluation(reported, look, choices, reported.campaign, reported.notes)

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
        """Return two systems or more side by side: NAME of one campaign, or CAMPAIGN/NAME of several."""
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
        comparison, reported = flows.compare(self._desk(), request, named, campaign)
        warn_of(reported.suspicions, reported.evaluation.left_out)
        for note in reported.notes:
            warn(note)
        return Comparison(comparison, reported, show, reported.notes)

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
        alike = [f"{a}={b}" for a, b in same.items()] if isinstance(same, Mapping) else strings(same)
        found = flows.trend(
            self._desk(),
            request,
            strings(campaigns),
            unaveraged=strings(unaveraged),
            same=alike,
            exact_names=exact_names,
        )
        warn_of(found.suspicions)
        for note in found.notes:
            warn(note)
        labels = {**found.labels, **found.trend.joined.labels(look.labels)}
        return Trend(found, replace(look, labels=labels), found.notes)

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
        reported = flows.report(self._desk(), request, campaign)
        found = profile_of(reported.evaluation, system)
        warn_of(reported.suspicions, reported.evaluation.left_out)
        for note in reported.notes:
            warn(note)
        look = replace(look, labels={**reported.labels, **look.labels})
        return Profile(found, reported, look, reported.notes)
