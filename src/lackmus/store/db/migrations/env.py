"""Alembic's way in: it runs in the transaction of whoever opens the workspace."""

from alembic import context

from lackmus.store.db.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
