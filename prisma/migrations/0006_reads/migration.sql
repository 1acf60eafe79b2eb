-- Lists of notes: a therapist's own, those of a status, and what awaits or has a supervisor's signature.
CREATE INDEX session_notes_author ON session_notes (tenant_id, author_id, id);
CREATE INDEX session_notes_status ON session_notes (tenant_id, status, id);
DROP INDEX session_notes_awaiting;
CREATE INDEX session_notes_supervisor ON session_notes (tenant_id, supervisor_id, id) WHERE supervisor_id IS NOT NULL;
