-- What a late cancellation and a no-show cost, per service and location, and the fee that came of it.

CREATE TABLE cancellation_policies (
  tenant_id   text NOT NULL REFERENCES tenants,
  id          text NOT NULL,
  name        text NOT NULL,
  service_id  text,
  location_id text,
  windows     jsonb NOT NULL,
  no_show_fee jsonb,
  currency    char(3) NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  archived_at timestamptz(3),
  created_at  timestamptz(3) NOT NULL,
  updated_at  timestamptz(3) NOT NULL,
  version     integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, service_id) REFERENCES services,
  FOREIGN KEY (tenant_id, location_id) REFERENCES locations
);
-- One policy in force per service and location; null stands for all of them.
CREATE UNIQUE INDEX cancellation_policies_scope ON cancellation_policies (tenant_id, service_id, location_id)
  NULLS NOT DISTINCT WHERE archived_at IS NULL;
CALL therapy.isolate('cancellation_policies', 'SELECT, INSERT, UPDATE');

ALTER TABLE appointments ADD COLUMN fee jsonb, ADD COLUMN fee_waiver_reason text;

-- An appointment may be ordered once for itself, and once for the fee of not having taken place.
ALTER TABLE orders ADD COLUMN purpose text NOT NULL DEFAULT 'SERVICE'
  CHECK (purpose IN ('SERVICE', 'CANCELLATION_FEE', 'NO_SHOW_FEE'));
DROP INDEX orders_appointment;
CREATE UNIQUE INDEX orders_appointment ON orders (tenant_id, appointment_id, (purpose = 'SERVICE'))
  WHERE status <> 'CANCELLED';
