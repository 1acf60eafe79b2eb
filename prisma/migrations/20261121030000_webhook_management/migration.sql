-- Webhook management: what an endpoint asks for beyond its event types, its health and statistics, test
-- events, and recoveries of a time range.

ALTER TABLE webhook_endpoints
  ADD COLUMN contact_email         text,
  ADD COLUMN headers               jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN filter                jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN max_events_per_second integer CHECK (max_events_per_second BETWEEN 1 AND 1000),
  ADD COLUMN status_changed_at     timestamptz(3) NOT NULL DEFAULT now();
UPDATE webhook_endpoints SET status_changed_at = CASE status WHEN 'ACTIVE' THEN created_at ELSE updated_at END;

-- A test event goes to one endpoint: fan-out, recovery and the event log look at kind 'event' only.
ALTER TYPE outbox_kind ADD VALUE 'test';

-- A range of events by time: recovery walks it in batches, the event log filters by it.
CREATE INDEX outbox_events_by_time ON outbox (tenant_id, created_at, id) WHERE kind = 'event';

CREATE TYPE webhook_recovery_status AS ENUM ('RUNNING', 'DONE', 'CANCELLED', 'FAILED');

CREATE TABLE webhook_recoveries (
  tenant_id     text NOT NULL,
  id            text NOT NULL,
  endpoint_id   text NOT NULL,
  since         timestamptz(3) NOT NULL,
  until         timestamptz(3) NOT NULL,
  status        webhook_recovery_status NOT NULL,
  status_reason text,
  -- The last event looked at: where a batch goes on.
  cursor_at     timestamptz(3) NOT NULL,
  cursor_id     text NOT NULL DEFAULT '',
  events        integer NOT NULL DEFAULT 0,
  deliveries    integer NOT NULL DEFAULT 0,
  finished_at   timestamptz(3),
  created_at    timestamptz(3) NOT NULL,
  updated_at    timestamptz(3) NOT NULL,
  version       integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, endpoint_id) REFERENCES webhook_endpoints,
  CHECK (since < until),
  CHECK ((status = 'RUNNING') = (finished_at IS NULL))
);
CREATE INDEX webhook_recoveries_endpoint ON webhook_recoveries (tenant_id, endpoint_id, id);
CALL therapy.isolate('webhook_recoveries', 'SELECT, INSERT, UPDATE');

ALTER TABLE webhook_deliveries
  ADD COLUMN recovery_id text,
  ADD FOREIGN KEY (tenant_id, recovery_id) REFERENCES webhook_recoveries;
CREATE INDEX webhook_deliveries_recovery ON webhook_deliveries (tenant_id, recovery_id, id)
  WHERE recovery_id IS NOT NULL;
-- What failed is looked for among millions that did not.
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (tenant_id, endpoint_id, id) WHERE status = 'failed';

ALTER TABLE webhook_attempts ADD COLUMN endpoint_id text;
UPDATE webhook_attempts a SET endpoint_id = d.endpoint_id FROM webhook_deliveries d
WHERE d.tenant_id = a.tenant_id AND d.id = a.delivery_id;
ALTER TABLE webhook_attempts ALTER COLUMN endpoint_id SET NOT NULL;
-- The last success and the last failure are one step away each; a window's percentiles never touch the table.
CREATE INDEX webhook_attempts_endpoint ON webhook_attempts (tenant_id, endpoint_id, outcome, started_at)
  INCLUDE (duration_ms);
