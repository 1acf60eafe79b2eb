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

-- Who is to see to what a step asks for.
ALTER TABLE follow_up_steps
  ADD COLUMN assignee_id text,
  ADD COLUMN assigned_at timestamptz(3),
  ADD COLUMN assigned_by text,
  ADD COLUMN assignment_note text,
  ADD CONSTRAINT assigned_whole CHECK (
    num_nulls(assignee_id, assigned_at, assigned_by, assignment_note) IN (0, 4));
CREATE INDEX follow_up_steps_assignee ON follow_up_steps (tenant_id, assignee_id) WHERE assignee_id IS NOT NULL;
