-- Agents that centres configure: what is published never changes, and a run is of one version (docs/decisions/0159).

CREATE TABLE agents (
  tenant_id         text NOT NULL REFERENCES tenants,
  id                text NOT NULL,
  name              text NOT NULL,
  description       text,
  -- The draft: what the next version will be.
  definition        jsonb NOT NULL,
  -- The version that runs are started with; null: none was published.
  published_version integer,
  -- The number of the newest version.
  latest_version    integer NOT NULL DEFAULT 0 CHECK (latest_version >= 0),
  paused_at         timestamptz(3),
  archived_at       timestamptz(3),
  created_at        timestamptz(3) NOT NULL,
  updated_at        timestamptz(3) NOT NULL,
  version           integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  CHECK (published_version <= latest_version)
);
CREATE INDEX agents_updated ON agents (tenant_id, updated_at, id);

CREATE TABLE agent_versions (
  tenant_id    text NOT NULL,
  agent_id     text NOT NULL,
  number       integer NOT NULL CHECK (number > 0),
  definition   jsonb NOT NULL,
  published_by text NOT NULL,
  published_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, agent_id, number),
  FOREIGN KEY (tenant_id, agent_id) REFERENCES agents
);
ALTER TABLE agents ADD FOREIGN KEY (tenant_id, id, published_version) REFERENCES agent_versions
  DEFERRABLE INITIALLY DEFERRED;
CALL therapy.isolate('agents', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('agent_versions', 'SELECT, INSERT');

ALTER TYPE agent_run_status ADD VALUE 'PAUSED';
ALTER TABLE agent_runs
  ADD COLUMN agent_id text,
  ADD COLUMN agent_version integer,
  -- Why it failed, by a code, and the node that did.
  ADD COLUMN failure_code text,
  ADD COLUMN failed_node text,
  ALTER COLUMN expires_at DROP NOT NULL,
  ADD FOREIGN KEY (tenant_id, agent_id, agent_version) REFERENCES agent_versions,
  ADD CHECK ((agent = 'CONFIGURED') = (agent_id IS NOT NULL)),
  ADD CHECK ((agent_id IS NULL) = (agent_version IS NULL)),
  ADD CHECK ((agent_id IS NULL) = (expires_at IS NOT NULL)),
  ADD CHECK (failure_code IS NULL OR status::text = 'FAILED');
CREATE INDEX agent_runs_of ON agent_runs (tenant_id, agent_id, created_at) WHERE agent_id IS NOT NULL;

-- What a run has done at a node, outside of a loop (item 0) or for an item of it: once.
CREATE TABLE agent_run_steps (
  tenant_id       text NOT NULL,
  id              text NOT NULL,
  run_id          text NOT NULL,
  node            text NOT NULL,
  item            integer NOT NULL CHECK (item >= 0),
  type            text NOT NULL,
  status          text NOT NULL CHECK (status IN ('WAITING', 'RUNNING', 'SUCCEEDED', 'FAILED')),
  -- What it came to, as later nodes see it; of an approval what is shown to whoever decides.
  output          jsonb NOT NULL,
  failure_code    text,
  failure_message text,
  -- Until when it waits.
  waits_until     timestamptz(3),
  decision        agent_decision,
  decided_by      text,
  decided_at      timestamptz(3),
  decision_reason text,
  -- Children and clients whose ids stand in `output`.
  person_ids      text[] NOT NULL,
  finished_at     timestamptz(3),
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  version         integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, run_id, node, item),
  FOREIGN KEY (tenant_id, run_id) REFERENCES agent_runs,
  CHECK ((status IN ('WAITING', 'RUNNING')) = (finished_at IS NULL)),
  CHECK ((status = 'FAILED') = (failure_code IS NOT NULL)),
  CHECK (status <> 'WAITING' OR waits_until IS NOT NULL),
  CHECK ((decision IS NULL) = (decided_at IS NULL) AND (decision IS NULL) = (decided_by IS NULL))
);
CREATE INDEX agent_run_steps_updated ON agent_run_steps (tenant_id, updated_at, id);
CREATE INDEX agent_run_steps_waiting ON agent_run_steps (tenant_id, type, id) WHERE status = 'WAITING';
CREATE INDEX agent_run_steps_persons ON agent_run_steps USING gin (person_ids);
CALL therapy.isolate('agent_run_steps', 'SELECT, INSERT, UPDATE');
-- Who is bound to a caseload or to locations has no part in runs: they are the whole centre's.
CALL therapy.restrict_where('agent_run_steps', 'false');
CALL therapy.erasable('agent_run_steps');
