-- Runs of agents: what one proposes, whether somebody approved it, and what came of each action.

CREATE TYPE agent_run_status AS ENUM ('RUNNING', 'WAITING', 'SUCCEEDED', 'FAILED', 'CANCELLED');
CREATE TYPE agent_decision AS ENUM ('APPROVED', 'REJECTED');

CREATE TABLE agent_runs (
  tenant_id       text NOT NULL REFERENCES tenants,
  id              text NOT NULL,
  agent           text NOT NULL,
  status          agent_run_status NOT NULL,
  -- Ids and numbers only.
  input           jsonb NOT NULL,
  started_by      text NOT NULL,
  expires_at      timestamptz(3) NOT NULL,
  decision        agent_decision,
  decided_by      text,
  decided_at      timestamptz(3),
  decision_reason text,
  finished_at     timestamptz(3),
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  version         integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  CHECK ((decision IS NULL) = (decided_at IS NULL) AND (decision IS NULL) = (decided_by IS NULL)),
  CHECK ((status IN ('SUCCEEDED', 'FAILED', 'CANCELLED')) = (finished_at IS NOT NULL))
);
CALL therapy.isolate('agent_runs', 'SELECT, INSERT, UPDATE');

CREATE TYPE agent_action_status AS ENUM ('PROPOSED', 'DONE', 'SKIPPED', 'CANCELLED');

CREATE TABLE agent_actions (
  tenant_id    text NOT NULL,
  id           text NOT NULL,
  run_id       text NOT NULL,
  rank         integer NOT NULL CHECK (rank > 0),
  subject_type text NOT NULL,
  subject_id   text NOT NULL,
  -- Why, and the ids that it rests on; what is to be done, and to whom. Ids and numbers only.
  reasons      jsonb NOT NULL,
  proposal     jsonb NOT NULL,
  status       agent_action_status NOT NULL,
  outcome      text,
  settled_at   timestamptz(3),
  created_at   timestamptz(3) NOT NULL,
  updated_at   timestamptz(3) NOT NULL,
  version      integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, run_id, rank),
  FOREIGN KEY (tenant_id, run_id) REFERENCES agent_runs,
  CHECK ((status = 'PROPOSED') = (settled_at IS NULL))
);
CALL therapy.isolate('agent_actions', 'SELECT, INSERT, UPDATE');
