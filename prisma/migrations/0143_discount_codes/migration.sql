-- Codes that take something off orders, with limits (docs/decisions/0192).
CREATE TABLE discount_codes (
  tenant_id            text NOT NULL REFERENCES tenants,
  id                   text NOT NULL,
  code                 text NOT NULL CHECK (code ~ '^[A-Z0-9][A-Z0-9-]{2,29}$'),
  percent_basis_points integer CHECK (percent_basis_points BETWEEN 1 AND 10000),
  amount_minor         integer CHECK (amount_minor > 0),
  currency             char(3),
  starts_on            date,
  ends_on              date,
  service_ids          text[] NOT NULL DEFAULT '{}',
  max_uses             integer CHECK (max_uses > 0),
  max_uses_per_client  integer CHECK (max_uses_per_client > 0),
  uses                 integer NOT NULL DEFAULT 0 CHECK (uses >= 0),
  archived_at          timestamptz(3),
  created_at           timestamptz(3) NOT NULL,
  updated_at           timestamptz(3) NOT NULL,
  version              integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT discount_codes_code UNIQUE (tenant_id, code),
  CONSTRAINT discount_codes_limit CHECK (uses <= max_uses),
  CHECK (num_nonnulls(percent_basis_points, amount_minor) = 1),
  CHECK ((amount_minor IS NULL) = (currency IS NULL)),
  CHECK (starts_on <= ends_on)
);
CREATE INDEX discount_codes_updated_at ON discount_codes (tenant_id, updated_at, id);

-- Which order used which code: released when the order is cancelled.
CREATE TABLE discount_code_redemptions (
  tenant_id   text NOT NULL REFERENCES tenants,
  code_id     text NOT NULL,
  order_id    text NOT NULL,
  released_at timestamptz(3),
  PRIMARY KEY (tenant_id, order_id),
  FOREIGN KEY (tenant_id, code_id) REFERENCES discount_codes,
  FOREIGN KEY (tenant_id, order_id) REFERENCES orders
);
CREATE INDEX discount_code_redemptions_code ON discount_code_redemptions (tenant_id, code_id) WHERE released_at IS NULL;

ALTER TABLE orders
  ADD COLUMN discount_code_id text,
  ADD FOREIGN KEY (tenant_id, discount_code_id) REFERENCES discount_codes;
CREATE INDEX orders_discount_code ON orders (tenant_id, discount_code_id, id) WHERE discount_code_id IS NOT NULL;

CALL therapy.isolate('discount_codes', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('discount_code_redemptions', 'SELECT, INSERT, UPDATE');
-- Who used a code is the centre's to count.
CALL therapy.restrict_where('discount_code_redemptions', 'false');
-- The check at commit reads as therapy_care: the caller may see less.
GRANT SELECT (tenant_id, id, uses, max_uses_per_client) ON discount_codes TO therapy_care;
GRANT SELECT (tenant_id, code_id, order_id, released_at) ON discount_code_redemptions TO therapy_care;
GRANT SELECT (client_id, payer_id) ON orders TO therapy_care;
CREATE POLICY care ON discount_codes FOR SELECT TO therapy_care USING (tenant_id = therapy.current_tenant());
CREATE POLICY care ON discount_code_redemptions FOR SELECT TO therapy_care USING (tenant_id = therapy.current_tenant());
