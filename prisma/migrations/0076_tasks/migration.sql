-- What people of the centre have to do (docs/decisions/0164).
CREATE TABLE tasks (
  tenant_id    text NOT NULL REFERENCES tenants,
  id           text NOT NULL,
  title        text NOT NULL,
  notes        text,
  -- What it is about: a record of any kind, and whose that is.
  subject_type text,
  subject_id   text,
  child_id     text,
  -- A user, a provider or an API key; or whoever has a role: its name, or the id of one of the centre's own.
  assignee_id  text,
  role         text,
  due_at       timestamptz(3),
  source       text NOT NULL CHECK (source IN ('PERSON', 'AGENT_RUN')),
  run_id       text,
  status       text NOT NULL DEFAULT 'OPEN' CHECK (status IN ('OPEN', 'DONE', 'CANCELLED')),
  comments     jsonb NOT NULL DEFAULT '[]',
  created_by   text NOT NULL,
  closed_at    timestamptz(3),
  closed_by    text,
  created_at   timestamptz(3) NOT NULL,
  updated_at   timestamptz(3) NOT NULL,
  version      integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  CHECK ((subject_type IS NULL) = (subject_id IS NULL)),
  CHECK (num_nonnulls(assignee_id, role) <= 1),
  CHECK ((status = 'OPEN') = (closed_at IS NULL)),
  CHECK ((closed_at IS NULL) = (closed_by IS NULL))
);
CREATE INDEX tasks_updated ON tasks (tenant_id, updated_at, id);
CREATE INDEX tasks_child ON tasks (tenant_id, child_id, id) WHERE child_id IS NOT NULL;
CREATE INDEX tasks_subject ON tasks (tenant_id, subject_id, id) WHERE subject_id IS NOT NULL;
CREATE INDEX tasks_assignee ON tasks (tenant_id, assignee_id, id) WHERE assignee_id IS NOT NULL;
CREATE INDEX tasks_run ON tasks (tenant_id, run_id) WHERE run_id IS NOT NULL;
CREATE INDEX tasks_open ON tasks (tenant_id, due_at, id) WHERE status = 'OPEN';

CALL therapy.isolate('tasks', 'SELECT, INSERT, UPDATE');
CALL therapy.restrict_where('tasks', 'child_id IS NULL OR child_id = ANY ((SELECT therapy.caseload())::text[])');
CALL therapy.erasable('tasks');
-- therapy.child_of: whose a task is.
GRANT SELECT (tenant_id, id, child_id) ON tasks TO therapy_care;
CREATE POLICY care ON tasks FOR SELECT TO therapy_care USING (tenant_id = therapy.current_tenant());
