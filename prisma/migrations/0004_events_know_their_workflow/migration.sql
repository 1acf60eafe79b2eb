-- The workflow that caused an event, as audit rows have it.
ALTER TABLE outbox ADD COLUMN workflow_id text;
