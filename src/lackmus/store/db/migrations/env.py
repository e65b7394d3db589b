"""Alembic's entry point; it runs in the transaction of the caller."""

from alembic import context

from lackmus.store.db.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
