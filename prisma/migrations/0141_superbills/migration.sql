-- What a family hands to its insurer: sessions that it paid, with the codes that insurers ask for (docs/decisions/0184).

-- CPT, HCPCS or the centre's own.
ALTER TABLE services ADD COLUMN billing_code text;

CREATE TABLE superbills (
  tenant_id       text NOT NULL REFERENCES tenants,
  id              text NOT NULL,
  child_id        text NOT NULL,
  client_id       text NOT NULL,
  legal_entity_id text NOT NULL,
  starts_on       date NOT NULL,
  ends_on         date NOT NULL,
  currency        char(3) NOT NULL,
  diagnosis_codes text[] NOT NULL,
  seller          jsonb NOT NULL,
  patient         jsonb NOT NULL,
  lines           jsonb NOT NULL,
  amount_minor    integer NOT NULL CHECK (amount_minor >= 0),
  paid_minor      integer NOT NULL CHECK (paid_minor BETWEEN 0 AND amount_minor),
  made_by         text NOT NULL,
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  version         integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  FOREIGN KEY (tenant_id, client_id) REFERENCES clients,
  FOREIGN KEY (tenant_id, legal_entity_id) REFERENCES legal_entities,
  CHECK (starts_on <= ends_on),
  CHECK (jsonb_array_length(lines) > 0)
);
CREATE INDEX superbills_child ON superbills (tenant_id, child_id, id);
CREATE INDEX superbills_client ON superbills (tenant_id, client_id, id);
CREATE INDEX superbills_updated_at ON superbills (tenant_id, updated_at, id);

CALL therapy.isolate('superbills', 'SELECT, INSERT, UPDATE');
CALL therapy.restrict('superbills');
CALL therapy.erasable('superbills');
-- Whose child it is about: therapy.child_of.
GRANT SELECT (tenant_id, id, child_id) ON superbills TO therapy_care;
CREATE POLICY care ON superbills FOR SELECT TO therapy_care USING (tenant_id = therapy.current_tenant());
