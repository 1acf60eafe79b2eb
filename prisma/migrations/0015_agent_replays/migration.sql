-- Replays of agents: what a draft or a version would have done at past events and times (domain/agents/agent-replays).
CREATE TABLE agent_replays (
  tenant_id         text NOT NULL REFERENCES tenants,
  id                text NOT NULL,
  agent_id          text NOT NULL,
  -- Null for the draft.
  agent_version     integer,
  -- As it was when the replay began: a draft may change while it is replayed.
  definition        jsonb NOT NULL,
  -- The version with which it is compared; null if there is no other.
  published_version integer,
  status            text NOT NULL CHECK (status IN ('RUNNING', 'DONE', 'CANCELLED', 'FAILED')),
  failure_code      text,
  starts_at         timestamptz(3) NOT NULL,
  ends_at           timestamptz(3) NOT NULL,
  most_triggers     integer NOT NULL CHECK (most_triggers > 0),
  -- The number of events and times; null until they are collected.
  triggers          integer,
  truncated         boolean NOT NULL DEFAULT false,
  settled           integer NOT NULL DEFAULT 0,
  totals            jsonb,
  requested_by      text NOT NULL,
  finished_at       timestamptz(3),
  created_at        timestamptz(3) NOT NULL,
  updated_at        timestamptz(3) NOT NULL,
  version           integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, agent_id) REFERENCES agents,
  FOREIGN KEY (tenant_id, agent_id, agent_version) REFERENCES agent_versions,
  FOREIGN KEY (tenant_id, agent_id, published_version) REFERENCES agent_versions,
  CHECK (starts_at < ends_at),
  CHECK ((status = 'RUNNING') = (finished_at IS NULL)),
  CHECK ((status = 'FAILED') = (failure_code IS NOT NULL)),
  CHECK (settled <= COALESCE(triggers, 0))
);
CREATE UNIQUE INDEX agent_replays_one ON agent_replays (tenant_id, agent_id) WHERE status = 'RUNNING';
CREATE INDEX agent_replays_of ON agent_replays (tenant_id, agent_id, id);
CREATE INDEX agent_replays_updated ON agent_replays (tenant_id, updated_at, id);
CALL therapy.isolate('agent_replays', 'SELECT, INSERT, UPDATE');
-- Replays belong to the whole centre.
CALL therapy.restrict_where('agent_replays', 'false');

-- One event or time of a replay. The results name people only by id.
CREATE TABLE agent_replay_results (
  tenant_id   text NOT NULL,
  id          text NOT NULL,
  replay_id   text NOT NULL,
  kind        text NOT NULL CHECK (kind IN ('EVENT', 'SCHEDULE')),
  event_id    text,
  event_type  text,
  occurred_at timestamptz(3) NOT NULL,
  -- What the replayed version would have done, and the published one; null until it is settled.
  outcome     text CHECK (outcome IN ('WOULD_RUN', 'FILTERED_OUT', 'FILTER_FAILED', 'REFUSED', 'NOT_SEEN')),
  difference  text CHECK (difference IN ('SAME', 'ONLY_REPLAYED', 'ONLY_PUBLISHED', 'DIFFERENT')),
  replayed    jsonb,
  published   jsonb,
  -- The run that the event or the time did start.
  run_id      text,
  -- Children and clients whose ids are in `replayed` and `published`.
  person_ids  text[] NOT NULL DEFAULT '{}',
  settled_at  timestamptz(3),
  created_at  timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, replay_id) REFERENCES agent_replays,
  CHECK ((kind = 'EVENT') = (event_id IS NOT NULL)),
  CHECK ((settled_at IS NULL) = (outcome IS NULL)),
  CHECK ((outcome IS NULL) = (replayed IS NULL))
);
CREATE UNIQUE INDEX agent_replay_results_once ON agent_replay_results (tenant_id, replay_id, occurred_at, kind, (COALESCE(event_id, '')));
CREATE INDEX agent_replay_results_of ON agent_replay_results (tenant_id, replay_id, occurred_at, id);
CREATE INDEX agent_replay_results_open ON agent_replay_results (tenant_id, replay_id, occurred_at, id) WHERE settled_at IS NULL;
CREATE INDEX agent_replay_results_persons ON agent_replay_results USING gin (person_ids);
-- Removed by their age.
CREATE INDEX agent_replay_results_by_age ON agent_replay_results (created_at);
CALL therapy.isolate('agent_replay_results', 'SELECT, INSERT, UPDATE');
CALL therapy.restrict_where('agent_replay_results', 'false');
CALL therapy.erasable('agent_replay_results');
CREATE POLICY platform ON agent_replay_results TO therapy_system USING (true);
GRANT SELECT (ctid, created_at), DELETE ON agent_replay_results TO therapy_system;
