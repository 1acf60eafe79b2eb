-- Refunds: what was captured is given back, in part or all of it (docs/decisions/0137).

ALTER TABLE payments
  -- What is given back, or being given back.
  ADD COLUMN refunded_minor integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT payments_refunded CHECK (refunded_minor BETWEEN 0 AND amount_minor),
  ADD CONSTRAINT payments_refunded_captured CHECK (refunded_minor = 0 OR status = 'SUCCEEDED');

CREATE TABLE refunds (
  tenant_id         text NOT NULL REFERENCES tenants,
  id                text NOT NULL,
  payment_id        text NOT NULL,
  status            text NOT NULL CHECK (status IN ('PROCESSING', 'SUCCEEDED', 'FAILED')),
  amount_minor      integer NOT NULL CHECK (amount_minor > 0),
  currency          char(3) NOT NULL,
  reason            text,
  gateway_reference text,
  failure_code      text,
  settled_at        timestamptz(3),
  created_at        timestamptz(3) NOT NULL,
  updated_at        timestamptz(3) NOT NULL,
  version           integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, payment_id) REFERENCES payments,
  CHECK ((status = 'PROCESSING') = (settled_at IS NULL)),
  CHECK ((status = 'FAILED') = (failure_code IS NOT NULL))
);
CREATE INDEX refunds_payment ON refunds (tenant_id, payment_id);
CREATE INDEX refunds_updated_at ON refunds (tenant_id, updated_at, id);
CALL therapy.isolate('refunds', 'SELECT, INSERT, UPDATE');
CALL therapy.restrict('refunds', 'payment_id', 'payments');
CALL therapy.erasable('refunds');
-- therapy.child_of: whose a refund is.
GRANT SELECT (tenant_id, id, payment_id) ON refunds TO therapy_care;
CREATE POLICY care ON refunds FOR SELECT TO therapy_care USING (tenant_id = therapy.current_tenant());

-- An order whose money was given back is over: its appointment may be ordered again.
ALTER TABLE orders
  DROP CONSTRAINT orders_status_check,
  ADD CONSTRAINT orders_status_check CHECK (status IN ('OPEN', 'PAID', 'REFUNDED', 'CANCELLED'));
DROP INDEX orders_appointment;
CREATE UNIQUE INDEX orders_appointment ON orders (tenant_id, appointment_id, (purpose = 'SERVICE'))
  WHERE status NOT IN ('REFUNDED', 'CANCELLED');
