-- Invoices of the centre's legal entities (docs/decisions/0182). What is issued is kept as it is: prisma/functions/invoices.sql.

-- Who invoices.
CREATE TABLE legal_entities (
  tenant_id         text NOT NULL REFERENCES tenants,
  id                text NOT NULL,
  name              text NOT NULL,
  -- What numbers of its invoices begin with.
  number_prefix     text NOT NULL CHECK (number_prefix ~ '^[A-Z0-9]{1,10}$'),
  address           jsonb NOT NULL,
  email             text NOT NULL,
  phone             text,
  vat_id            text,
  tax_number        text,
  iban              text,
  e_invoice_address jsonb,
  archived_at       timestamptz(3),
  created_at        timestamptz(3) NOT NULL,
  updated_at        timestamptz(3) NOT NULL,
  version           integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  -- Archived ones too: no two invoices have one number.
  CONSTRAINT legal_entities_prefix UNIQUE (tenant_id, number_prefix),
  CONSTRAINT legal_entities_taxed CHECK (num_nonnulls(vat_id, tax_number) > 0)
);
CREATE INDEX legal_entities_updated_at ON legal_entities (tenant_id, updated_at, id);

-- The last number of a legal entity in a year. Whoever issues holds its row until they commit: numbers have no gap.
CREATE TABLE invoice_counters (
  tenant_id       text NOT NULL REFERENCES tenants,
  legal_entity_id text NOT NULL,
  year            integer NOT NULL,
  last            integer NOT NULL CHECK (last > 0),
  PRIMARY KEY (tenant_id, legal_entity_id, year),
  FOREIGN KEY (tenant_id, legal_entity_id) REFERENCES legal_entities
);

CREATE TABLE invoices (
  tenant_id       text NOT NULL REFERENCES tenants,
  id              text NOT NULL,
  kind            text NOT NULL CHECK (kind IN ('INVOICE', 'CREDIT_NOTE')),
  status          text NOT NULL CHECK (status IN ('DRAFT', 'ISSUED', 'DISCARDED')),
  legal_entity_id text NOT NULL,
  payer_id        text NOT NULL,
  client_id       text,
  -- The invoice that a credit note takes back, or a part of it.
  credits_id      text,
  reason          text,
  note            text,
  currency        char(3) NOT NULL,
  net_minor       integer NOT NULL CHECK (net_minor >= 0),
  tax_minor       integer NOT NULL CHECK (tax_minor >= 0),
  amount_minor    integer NOT NULL,
  lines           jsonb NOT NULL,
  seller          jsonb,
  buyer           jsonb,
  year            integer,
  sequence        integer CHECK (sequence > 0),
  number          text,
  issued_on       date,
  due_on          date,
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  version         integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, legal_entity_id) REFERENCES legal_entities,
  FOREIGN KEY (tenant_id, payer_id) REFERENCES payers,
  FOREIGN KEY (tenant_id, client_id) REFERENCES clients,
  FOREIGN KEY (tenant_id, credits_id) REFERENCES invoices,
  CONSTRAINT invoices_sequence UNIQUE (tenant_id, legal_entity_id, year, sequence),
  CONSTRAINT invoices_number UNIQUE (tenant_id, number),
  CHECK (net_minor + tax_minor = amount_minor),
  CHECK ((kind = 'CREDIT_NOTE') = (credits_id IS NOT NULL)),
  CHECK (kind = 'INVOICE' OR status = 'ISSUED'),
  CHECK ((status = 'ISSUED') = (num_nonnulls(year, sequence, number, issued_on, seller) = 5)),
  CHECK (status = 'ISSUED' OR num_nonnulls(year, sequence, number, issued_on, seller) = 0),
  CHECK ((status = 'ISSUED' AND kind = 'INVOICE') = (due_on IS NOT NULL))
);
CREATE INDEX invoices_updated_at ON invoices (tenant_id, updated_at, id);
CREATE INDEX invoices_payer ON invoices (tenant_id, payer_id, id);
CREATE INDEX invoices_credits ON invoices (tenant_id, credits_id) WHERE credits_id IS NOT NULL;
CREATE INDEX invoices_due ON invoices (tenant_id, due_on) WHERE due_on IS NOT NULL;

-- Which orders an invoice is for, and which credit note took them off again.
CREATE TABLE invoice_orders (
  tenant_id   text NOT NULL REFERENCES tenants,
  invoice_id  text NOT NULL,
  order_id    text NOT NULL,
  credited_by text,
  PRIMARY KEY (tenant_id, invoice_id, order_id),
  FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoices,
  FOREIGN KEY (tenant_id, order_id) REFERENCES orders,
  FOREIGN KEY (tenant_id, credited_by) REFERENCES invoices
);
-- An order is on one invoice at a time.
CREATE UNIQUE INDEX invoice_orders_once ON invoice_orders (tenant_id, order_id) WHERE credited_by IS NULL;
CREATE INDEX invoice_orders_credited ON invoice_orders (tenant_id, credited_by) WHERE credited_by IS NOT NULL;

CALL therapy.isolate('legal_entities', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('invoice_counters', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('invoices', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('invoice_orders', 'SELECT, INSERT, UPDATE, DELETE');
-- Money of the centre, like its books.
CALL therapy.restrict_where('invoice_counters', 'false');
CALL therapy.restrict_where('invoices', 'false');
CALL therapy.restrict_where('invoice_orders', 'false');
CALL therapy.erasable('invoices');
