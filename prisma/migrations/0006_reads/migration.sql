-- Lists of notes: a therapist's own, and what awaits or has a supervisor's signature.
CREATE INDEX session_notes_author ON session_notes (tenant_id, author_id, id);
DROP INDEX session_notes_awaiting;
CREATE INDEX session_notes_supervisor ON session_notes (tenant_id, supervisor_id, id) WHERE supervisor_id IS NOT NULL;

-- Why somebody changed an appointment, where they said so.
ALTER TABLE appointment_changes ADD COLUMN reason text;

-- How far ahead others are in a group's queue is counted over all who wait.
GRANT SELECT (group_id, status, created_at) ON group_waitlist_entries TO therapy_care;

-- What happened to a record: its events, which a timeline and the event log ask for by what they are about.
CREATE INDEX outbox_events_of_subject ON outbox (tenant_id, subject_id, id) WHERE kind = 'event';
