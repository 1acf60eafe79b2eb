-- Payers: who pays for the care of a child (docs/decisions/0180). What orders say of discounts and taxes.

CREATE TABLE payers (
  tenant_id         text NOT NULL REFERENCES tenants,
  id                text NOT NULL,
  kind              text NOT NULL CHECK (kind IN ('CLIENT', 'INSURER', 'SCHOOL', 'STATE_PROGRAM')),
  -- A client is named, and written to, as the client's record says.
  client_id         text,
  name              text,
  email             text,
  address           jsonb,
  tax_id            text,
  e_invoice_address jsonb,
  days_until_due    integer NOT NULL CHECK (days_until_due BETWEEN 0 AND 365),
  archived_at       timestamptz(3),
  created_at        timestamptz(3) NOT NULL,
  updated_at        timestamptz(3) NOT NULL,
  version           integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, client_id) REFERENCES clients,
  CHECK ((kind = 'CLIENT') = (client_id IS NOT NULL)),
  CHECK ((kind = 'CLIENT') = (name IS NULL)),
  CHECK (kind <> 'CLIENT' OR email IS NULL AND address IS NULL)
);
CREATE INDEX payers_updated_at ON payers (tenant_id, updated_at, id);
CREATE UNIQUE INDEX payers_client ON payers (tenant_id, client_id) WHERE client_id IS NOT NULL AND archived_at IS NULL;
CREATE UNIQUE INDEX payers_name ON payers (tenant_id, lower(name)) WHERE name IS NOT NULL AND archived_at IS NULL;

CALL therapy.isolate('payers', 'SELECT, INSERT, UPDATE');
CALL therapy.restrict('payers', 'client_id', 'clients');
CALL therapy.erasable('payers');

-- Whom the orders of a child go to, and who authorized a cycle.
ALTER TABLE guardianships ADD COLUMN payer_id text, ADD FOREIGN KEY (tenant_id, payer_id) REFERENCES payers;
ALTER TABLE treatment_cycles ADD COLUMN payer_id text, ADD FOREIGN KEY (tenant_id, payer_id) REFERENCES payers;
CREATE INDEX treatment_cycles_payer ON treatment_cycles (tenant_id, payer_id) WHERE payer_id IS NOT NULL;

-- The payers that cycles name in words become records: one for each name, as it was written last. Of which kind it is, the
-- words say where they can; a centre corrects it.
CREATE TEMPORARY TABLE named_payers ON COMMIT DROP AS
SELECT DISTINCT ON (c.tenant_id, lower(c.payer)) c.tenant_id, c.payer AS name, c.created_at,
  -- An id of the cycle's time; its rest is the same whenever this runs.
  'pyr_' || substr(c.id, 5, 10) || substr(md5('payer' || c.id), 1, 16) AS id
FROM treatment_cycles c ORDER BY c.tenant_id, lower(c.payer), c.created_at DESC, c.id;
INSERT INTO payers (tenant_id, id, kind, name, days_until_due, created_at, updated_at)
SELECT tenant_id, id,
  CASE WHEN name ~* 'school|district' THEN 'SCHOOL'
    WHEN name ~* 'state|medicaid|program|agency|county|department|early intervention' THEN 'STATE_PROGRAM'
    ELSE 'INSURER' END,
  name, 30, created_at, now()
FROM named_payers;
-- What changed is the reference: who keeps a copy reads the rows again.
ALTER TABLE treatment_cycles DISABLE TRIGGER USER;
UPDATE treatment_cycles c SET payer_id = n.id, updated_at = now(), version = c.version + 1
FROM named_payers n WHERE n.tenant_id = c.tenant_id AND lower(n.name) = lower(c.payer);
ALTER TABLE treatment_cycles ENABLE TRIGGER USER;

ALTER TABLE orders
  ALTER COLUMN child_id DROP NOT NULL,
  ADD COLUMN payer_id text,
  ADD COLUMN discount_minor integer NOT NULL DEFAULT 0 CHECK (discount_minor >= 0),
  ADD COLUMN tax_minor integer NOT NULL DEFAULT 0 CHECK (tax_minor BETWEEN 0 AND amount_minor),
  ADD FOREIGN KEY (tenant_id, payer_id) REFERENCES payers,
  ADD CONSTRAINT orders_of_somebody CHECK (num_nonnulls(child_id, payer_id) > 0),
  ADD CONSTRAINT orders_of_appointment CHECK (appointment_id IS NULL OR child_id IS NOT NULL);
CREATE INDEX orders_payer ON orders (tenant_id, payer_id, id) WHERE payer_id IS NOT NULL;
-- An order of no child is an order of the centre's: bound callers see those of their own children.

-- A line is quantity × unit − discount, and the tax on that: each rounded once, half up (docs/decisions/0181).
ALTER TABLE order_lines
  ADD COLUMN kind text NOT NULL DEFAULT 'SERVICE' CHECK (kind IN ('SERVICE', 'PACKAGE', 'GOODS', 'FEE')),
  ADD COLUMN discount jsonb,
  ADD COLUMN discount_minor integer NOT NULL DEFAULT 0,
  ADD COLUMN tax_basis_points integer NOT NULL DEFAULT 0 CHECK (tax_basis_points BETWEEN 0 AND 10000),
  ADD COLUMN tax_exemption text,
  ADD COLUMN tax_minor integer NOT NULL DEFAULT 0 CHECK (tax_minor >= 0),
  ADD COLUMN amount_minor integer NOT NULL
    GENERATED ALWAYS AS (quantity * unit_amount_minor - discount_minor + tax_minor) STORED,
  ADD CHECK (discount_minor BETWEEN 0 AND quantity::bigint * unit_amount_minor),
  ADD CHECK (tax_basis_points > 0 OR tax_minor = 0),
  ADD CHECK (tax_basis_points = 0 OR tax_exemption IS NULL);
-- A cancellation fee and a no-show fee are fees.
UPDATE order_lines l SET kind = 'FEE' FROM orders o
WHERE o.tenant_id = l.tenant_id AND o.id = l.order_id AND o.purpose <> 'SERVICE';
GRANT SELECT (tenant_id, id, amount_minor, discount_minor, tax_minor) ON orders TO therapy_care;
GRANT SELECT (tenant_id, order_id, amount_minor, discount_minor, tax_minor) ON order_lines TO therapy_care;
CREATE POLICY care ON order_lines FOR SELECT TO therapy_care USING (tenant_id = therapy.current_tenant());

-- Accounts of payers that are no clients, and taxes that are owed.
ALTER TABLE ledger_accounts
  DROP COLUMN party_id,
  ADD COLUMN payer_id text,
  DROP CONSTRAINT ledger_accounts_kind_check,
  ADD CONSTRAINT ledger_accounts_kind_check CHECK (kind IN ('RECEIVABLE', 'GATEWAY_CLEARING', 'REFUND_PAYABLE', 'REVENUE',
    'FEE_REVENUE', 'TAX_PAYABLE', 'PROVIDER_SHARE', 'PLATFORM_SHARE', 'PROVIDER_PAYABLE', 'PLATFORM_PAYABLE')),
  ADD FOREIGN KEY (tenant_id, payer_id) REFERENCES payers;
ALTER TABLE ledger_accounts
  ADD COLUMN party_id text NOT NULL GENERATED ALWAYS AS (coalesce(client_id, provider_id, payer_id, '')) STORED;
ALTER TABLE ledger_accounts ADD UNIQUE (tenant_id, kind, currency, party_id);
