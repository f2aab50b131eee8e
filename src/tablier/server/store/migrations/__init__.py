"""How a store of an older version becomes one of this version, run by Alembic at every start."""
