-- What people have agreed about an entry of the worklist: who deals with it, and from when it is shown again. Entries
-- are derived from records; a mark is of an entry as long as the record waits since the same time.
CREATE TABLE worklist_marks (
  tenant_id      text NOT NULL REFERENCES tenants,
  id             text NOT NULL,
  entry_id       text NOT NULL,
  kind           text NOT NULL,
  -- The record by which the entry is found, and since when it waits.
  record_id      text NOT NULL,
  since          timestamptz(3) NOT NULL,
  subject_id     text,
  child_id       text,
  claimed_by     text,
  claimed_at     timestamptz(3),
  -- To whom it was handed over: a user, a provider or an API key, or everybody with a role.
  assignee_id    text,
  role           text,
  snooze_ends_at  timestamptz(3),
  snooze_reason  text,
  created_at     timestamptz(3) NOT NULL,
  updated_at     timestamptz(3) NOT NULL,
  version        integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, entry_id),
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  CHECK (num_nonnulls(assignee_id, role) <= 1),
  CHECK ((claimed_by IS NULL) = (claimed_at IS NULL)),
  CHECK ((snooze_ends_at IS NULL) = (snooze_reason IS NULL))
);
CREATE INDEX worklist_marks_child ON worklist_marks (tenant_id, child_id, id) WHERE child_id IS NOT NULL;
CREATE INDEX worklist_marks_subject ON worklist_marks (tenant_id, subject_id, id) WHERE subject_id IS NOT NULL;
CREATE INDEX worklist_marks_assignee ON worklist_marks (tenant_id, assignee_id) WHERE assignee_id IS NOT NULL;
CREATE INDEX worklist_marks_role ON worklist_marks (tenant_id, role) WHERE role IS NOT NULL;
CREATE INDEX worklist_marks_claimed ON worklist_marks (tenant_id, claimed_by) WHERE claimed_by IS NOT NULL;
CALL therapy.isolate('worklist_marks', 'SELECT, INSERT, UPDATE, DELETE');
CALL therapy.restrict_where('worklist_marks',
  '(child_id IS NULL OR child_id = ANY ((SELECT therapy.caseload())::text[])) AND (subject_id IS NULL
    OR therapy.sees(subject_id))');
CALL therapy.erasable('worklist_marks');
GRANT SELECT (tenant_id, id, child_id) ON worklist_marks TO therapy_care;
CREATE POLICY care ON worklist_marks FOR SELECT TO therapy_care USING (tenant_id = therapy.current_tenant());

-- The waiting records of each kind in the order of the worklist (domain/messaging/worklist).
CREATE INDEX tasks_waiting ON tasks (tenant_id, COALESCE(due_at, timestamptz '9999-12-31T00:00:00.000Z'), id)
  WHERE status = 'OPEN';
CREATE INDEX tasks_waiting_assignee ON tasks (tenant_id, assignee_id, id) WHERE status = 'OPEN' AND assignee_id IS NOT NULL;
CREATE INDEX tasks_waiting_role ON tasks (tenant_id, role, id) WHERE status = 'OPEN' AND role IS NOT NULL;
CREATE INDEX follow_up_steps_waiting ON follow_up_steps
  (tenant_id, COALESCE(due_at, timestamptz '9999-12-31T00:00:00.000Z'), follow_up_id, step) WHERE action_required IS NOT NULL;
CREATE INDEX appointments_waiting ON appointments
  (tenant_id, COALESCE(starts_at, timestamptz '9999-12-31T00:00:00.000Z'), id) WHERE status = 'PENDING_CONFIRMATION';
CREATE INDEX assessments_waiting ON assessments
  (tenant_id, COALESCE(due_on::timestamp AT TIME ZONE 'UTC', timestamptz '9999-12-31T00:00:00.000Z'), id)
  WHERE status = 'DUE';
CREATE INDEX session_notes_to_sign ON session_notes (tenant_id, id) WHERE status = 'DRAFT' AND return_reason IS NULL;
CREATE INDEX session_notes_returned ON session_notes (tenant_id, id) WHERE status = 'DRAFT' AND return_reason IS NOT NULL;
CREATE INDEX session_notes_to_cosign ON session_notes (tenant_id, id) WHERE status = 'AWAITING_COSIGN';
CREATE INDEX invoices_waiting ON invoices (tenant_id, id) WHERE status = 'DRAFT';
CREATE INDEX time_off_waiting ON time_off
  (tenant_id, COALESCE(starts_at, timestamptz '9999-12-31T00:00:00.000Z'), id) WHERE status = 'REQUESTED';
CREATE INDEX onboarding_items_waiting ON onboarding_items (tenant_id, due_at, onboarding_id) WHERE status = 'PROVIDED';
