-- What became of the events, messages and times that a version of an agent has seen: an agent that starts nothing must
-- not look like one that has nothing to do (domain/agents/triggers).
CREATE TABLE agent_trigger_counts (
  tenant_id         text NOT NULL REFERENCES tenants,
  agent_id          text NOT NULL,
  agent_version     integer NOT NULL,
  started           bigint NOT NULL,
  filtered          bigint NOT NULL,
  failed            bigint NOT NULL,
  refused           bigint NOT NULL,
  -- The last of each, by the name of its column.
  examples          jsonb NOT NULL,
  last_seen_at      timestamptz(3) NOT NULL,
  -- Events in a row that the filter did not let through, the first of them, and when they became enough to be told.
  filtered_in_a_row bigint NOT NULL,
  filtered_since    timestamptz(3),
  enough_at         timestamptz(3),
  -- When the filter last failed, and since when it fails again and again.
  failed_at         timestamptz(3),
  failing_since     timestamptz(3),
  PRIMARY KEY (tenant_id, agent_id, agent_version),
  FOREIGN KEY (tenant_id, agent_id) REFERENCES agents,
  CHECK ((filtered_in_a_row = 0) = (filtered_since IS NULL)),
  CHECK ((failed_at IS NULL) = (failing_since IS NULL))
) WITH (fillfactor = 50);
CALL therapy.isolate('agent_trigger_counts', 'SELECT, INSERT, UPDATE');

-- The position of the run that a message starts in a chain of runs that cause each other.
ALTER TABLE agent_triggers ADD COLUMN depth integer NOT NULL DEFAULT 0;
