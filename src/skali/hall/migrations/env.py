"""Alembic's environment: always online, on the connection that it is handed."""

from alembic import context

from skali.hall.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transactional_ddl=False,
)
context.run_migrations()
