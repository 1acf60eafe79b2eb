-- Packages of sessions: bought by a line of an order, used by appointments that took place (docs/decisions/0191).

-- What a line of the kind PACKAGE buys.
ALTER TABLE order_lines
  ADD COLUMN package jsonb,
  ADD CONSTRAINT order_lines_package CHECK (package IS NULL OR kind = 'PACKAGE');

CREATE TABLE session_packages (
  tenant_id           text NOT NULL REFERENCES tenants,
  id                  text NOT NULL,
  order_id            text NOT NULL,
  -- The package that it was taken from, for a sibling.
  transferred_from_id text,
  child_id            text NOT NULL,
  client_id           text,
  payer_id            text,
  -- Null: of any service.
  service_id          text,
  description         text NOT NULL,
  -- What is left: the sum of its movements, and never less than nothing.
  balance             integer NOT NULL,
  expires_on          date,
  created_at          timestamptz(3) NOT NULL,
  updated_at          timestamptz(3) NOT NULL,
  version             integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, order_id) REFERENCES orders,
  FOREIGN KEY (tenant_id, transferred_from_id) REFERENCES session_packages,
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  FOREIGN KEY (tenant_id, client_id) REFERENCES clients,
  FOREIGN KEY (tenant_id, payer_id) REFERENCES payers,
  FOREIGN KEY (tenant_id, service_id) REFERENCES services,
  CONSTRAINT session_packages_balance CHECK (balance >= 0)
);
CREATE INDEX session_packages_updated_at ON session_packages (tenant_id, updated_at, id);
CREATE INDEX session_packages_child ON session_packages (tenant_id, child_id, id);
CREATE INDEX session_packages_client ON session_packages (tenant_id, client_id, id) WHERE client_id IS NOT NULL;
CREATE INDEX session_packages_order ON session_packages (tenant_id, order_id);

CREATE TABLE session_package_movements (
  tenant_id      text NOT NULL REFERENCES tenants,
  id             text NOT NULL,
  package_id     text NOT NULL,
  kind           text NOT NULL CHECK (kind IN ('BOUGHT', 'USED', 'RETURNED', 'EXPIRED', 'TRANSFERRED', 'WITHDRAWN')),
  sessions       integer NOT NULL CHECK (sessions <> 0),
  appointment_id text,
  created_at     timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, package_id) REFERENCES session_packages,
  FOREIGN KEY (tenant_id, appointment_id) REFERENCES appointments,
  CHECK ((kind IN ('USED', 'RETURNED')) = (appointment_id IS NOT NULL)),
  CHECK (kind <> 'BOUGHT' OR sessions > 0),
  CHECK (kind <> 'USED' OR sessions = -1),
  CHECK (kind <> 'RETURNED' OR sessions = 1),
  CHECK (kind NOT IN ('EXPIRED', 'WITHDRAWN') OR sessions < 0)
);
CREATE INDEX session_package_movements_package ON session_package_movements (tenant_id, package_id, id);
CREATE INDEX session_package_movements_appointment ON session_package_movements (tenant_id, appointment_id, id)
  WHERE appointment_id IS NOT NULL;

CALL therapy.isolate('session_packages', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('session_package_movements', 'SELECT, INSERT');
CALL therapy.restrict('session_packages');
CALL therapy.restrict('session_package_movements', 'package_id', 'session_packages');
CALL therapy.erasable('session_packages');
CALL therapy.erasable('session_package_movements');
-- The check at commit reads as therapy_care: the caller may see less.
GRANT SELECT (tenant_id, id, child_id, balance) ON session_packages TO therapy_care;
GRANT SELECT (tenant_id, package_id, appointment_id, sessions) ON session_package_movements TO therapy_care;
CREATE POLICY care ON session_packages FOR SELECT TO therapy_care USING (tenant_id = therapy.current_tenant());
CREATE POLICY care ON session_package_movements FOR SELECT TO therapy_care USING (tenant_id = therapy.current_tenant());
