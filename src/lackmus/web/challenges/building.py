"""Build a challenge from what a page or a script sends."""

from starlette.datastructures import FormData

from lackmus.core.base.choices import References, Trust
from lackmus.core.challenges.building import Draw
from lackmus.errors import LackmusError
from lackmus.flows.challenges.building import build
from lackmus.flows.challenges.keeping import ChallengeShown, challenge
from lackmus.flows.verdicts.workspace_material import FromWorkspace, StoredRequest
from lackmus.flows.workspaces.workspaces import Desk
from lackmus.web.outputs.uploads import number, part_of, said, ticked

MOST_PER_ITEM = 1_000
MOST_SEED = 2**31 - 1


def built_of(desk: Desk, form: FormData) -> ChallengeShown:
    """Build a challenge from the named campaigns (default: all with outputs) and store it under a name."""
    suite, pair = part_of(form)
    trust = said(form, "trust") or Trust.SETTLED
    if trust not in list(Trust):
        raise LackmusError(f"trust: there is no {trust}. There are {', '.join(Trust)}.")
    references = said(form, "references") or References.ONE
    if references not in list(References):
        raise LackmusError(f"references: there is no {references}. There are {', '.join(References)}.")
    draw = Draw(
        number(form, "per_item", 1, MOST_PER_ITEM),
        Draw.seed if (seed := number(form, "seed", 0, MOST_SEED)) is None else seed,
        Trust(trust),
        References(references),
    )
    campaigns = [one for one in form.getlist("campaigns") if isinstance(one, str) and one]
    source = FromWorkspace(desk, StoredRequest(suite, pair))
    name = said(form, "name") or ""
    built = build(source, None, draw, name, named=campaigns, replacing=ticked(form, "replace"))
    return challenge(desk, built.kept or built.built.challenge.name)
