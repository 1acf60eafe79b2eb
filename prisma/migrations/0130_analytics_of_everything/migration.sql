-- Analytics of sessions, money and rebookings, kept by day and by month (docs/decisions/0170, 0171); of the rest, counted by
-- indexes when it is asked for.

-- Whose record changed: what counts of other days of the same child is counted again too.
ALTER TABLE analytics_changes ADD COLUMN child_id text;

-- By location, then by day: days are counted, and their months added up, a location at a time.
ALTER TABLE analytics_days DROP CONSTRAINT analytics_days_pkey,
  ADD PRIMARY KEY (tenant_id, family, grain, location_id, counted_on, number);

-- Sums of whole months, by no more than one column: `counted_on` is the first of the month. Long periods are read from these.
CREATE TABLE analytics_months (LIKE analytics_days INCLUDING ALL);
CALL therapy.isolate('analytics_months', 'SELECT, INSERT, DELETE');
CALL therapy.restrict_where('analytics_months', 'location_id = ANY ((SELECT therapy.locations())::text[])');

-- How far the counting of everything, from the beginning, has come: one family after the other, a month at a time.
CREATE TABLE analytics_rebuilds (
  tenant_id  text PRIMARY KEY,
  family     text NOT NULL,
  -- The month to count next, null: that of the family's oldest record.
  month      date CHECK (month = date_trunc('month', month)),
  started_at timestamptz(3) NOT NULL
);
CALL therapy.isolate('analytics_rebuilds', 'SELECT, INSERT, UPDATE, DELETE', 'SELECT');
CREATE POLICY caseload_reads ON analytics_rebuilds AS RESTRICTIVE TO therapy_caseload USING (false);
-- Every centre is counted anew: sums by payer name the payer, and there are more of them.
INSERT INTO analytics_rebuilds (tenant_id, family, started_at)
SELECT t.tenant_id, 'APPOINTMENTS', now() FROM tenants t
WHERE t.closed_at IS NULL AND EXISTS (SELECT FROM locations l WHERE l.tenant_id = t.tenant_id);

-- Whether figures of fewer than five records are withheld from who may not read clinical records.
ALTER TABLE tenants ADD COLUMN small_figures_withheld boolean NOT NULL DEFAULT false;

-- What is counted of a period when it is asked for.
CREATE INDEX orders_created ON orders (tenant_id, created_at);
CREATE INDEX orders_open ON orders (tenant_id, created_at) WHERE status = 'OPEN';
CREATE INDEX orders_of_appointment ON orders (tenant_id, appointment_id) WHERE appointment_id IS NOT NULL;
CREATE INDEX payments_settled ON payments (tenant_id, settled_at) WHERE status = 'SUCCEEDED';
CREATE INDEX refunds_settled ON refunds (tenant_id, settled_at) WHERE status = 'SUCCEEDED';
CREATE INDEX settlements_settled ON settlements (tenant_id, settled_at) WHERE settled_at IS NOT NULL;
CREATE INDEX children_created ON children (tenant_id, created_at);
CREATE INDEX waitlist_offers_booked ON waitlist_offers (tenant_id, decided_at) WHERE status = 'BOOKED';
CREATE INDEX leads_heard ON leads (tenant_id, heard_at);
CREATE INDEX messages_created ON messages (tenant_id, created_at) INCLUDE (status);
CREATE INDEX webhook_deliveries_finished ON webhook_deliveries (tenant_id, finished_at) INCLUDE (status)
  WHERE finished_at IS NOT NULL;

-- Where sessions and money are is looked up when they change, also for callers who are bound.
GRANT SELECT (tenant_id, id, appointment_id, child_id, started_at) ON sessions TO therapy_care;
GRANT SELECT (tenant_id, id, appointment_id, created_at) ON orders TO therapy_care;
GRANT SELECT (tenant_id, id, order_id, settled_at, status) ON payments TO therapy_care;
GRANT SELECT (tenant_id, id, payment_id, settled_at, status) ON refunds TO therapy_care;
GRANT SELECT (tenant_id, id, location_id) ON appointments, children TO therapy_care;
CREATE POLICY noted_places ON sessions FOR SELECT TO therapy_care USING (tenant_id = therapy.current_tenant());
