"""The tables of a workspace: facts that never change, and states that hold from one change until another.

A *fact* (an item's name, a text, an output, a rule's wording) is written once. A *state* says what holds of a
fact: it has `since`, the change that brought it, and `until`, the change that ended it (null while it holds).
Nothing is ever overwritten but an empty `until`, so every past state of the workspace can be read.

Only integers and text are used, so that SQLite and PostgreSQL hold the very same values; lists are JSON.
Each module has the tables of one noun; from here all of them are used by their names.
"""

# ruff: noqa: F403

from lackmus.store.db.schema.challenge_tables import *
from lackmus.store.db.schema.columns import metadata as metadata
from lackmus.store.db.schema.contrast_tables import *
from lackmus.store.db.schema.fetch_tables import *
from lackmus.store.db.schema.output_tables import *
from lackmus.store.db.schema.rating_tables import *
from lackmus.store.db.schema.review_tables import *
from lackmus.store.db.schema.suite_tables import *
from lackmus.store.db.schema.verdict_tables import *
from lackmus.store.db.schema.workspace_tables import *

# Of `migrations/versions`, oldest first; the last is this schema.
REVISIONS = tuple(f"{number:04}" for number in range(1, 17))
