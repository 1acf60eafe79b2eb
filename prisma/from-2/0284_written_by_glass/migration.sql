-- An appointment or a session that a provider writes while they see the child by breaking the glass alone. It puts nobody on
-- the child's team (docs/decisions/0283). Those from before this migration count as others do.
ALTER TABLE appointments ADD COLUMN by_glass boolean NOT NULL DEFAULT false;
ALTER TABLE sessions ADD COLUMN by_glass boolean NOT NULL DEFAULT false;
GRANT SELECT (by_glass) ON appointments, sessions TO therapy_care;
