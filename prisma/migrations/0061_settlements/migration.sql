-- Settlements: what families paid is shared between provider, platform and centre, and paid out (docs/decisions/0155).

-- Who gets what of a payment, from a day on. Terms are never changed: others follow them.
CREATE TABLE split_terms (
  tenant_id   text NOT NULL REFERENCES tenants,
  id          text NOT NULL,
  provider_id text,
  service_id  text,
  currency    char(3) NOT NULL,
  starts_on   date NOT NULL,
  shares      jsonb NOT NULL,
  created_by  text NOT NULL,
  created_at  timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  FOREIGN KEY (tenant_id, service_id) REFERENCES services
);
CREATE UNIQUE INDEX split_terms_scope ON split_terms (tenant_id, currency, starts_on, provider_id, service_id) NULLS NOT DISTINCT;

CREATE TABLE settlements (
  tenant_id          text NOT NULL REFERENCES tenants,
  id                 text NOT NULL,
  provider_id        text NOT NULL,
  status             text NOT NULL CHECK (status IN ('DRAFT', 'APPROVED', 'TRANSFERRING', 'PAID', 'FAILED', 'CANCELLED',
    'PARTIALLY_REVERSED', 'REVERSED')),
  currency           char(3) NOT NULL,
  starts_on          date,
  ends_on            date,
  payout_account_id  text NOT NULL,
  gross_minor        integer NOT NULL,
  provider_minor     integer NOT NULL,
  platform_minor     integer NOT NULL,
  centre_minor       integer NOT NULL,
  -- What the settlement before left the provider owing, and what this one leaves: both are negative, or 0.
  carried_in_minor   integer NOT NULL CHECK (carried_in_minor <= 0),
  payout_minor       integer NOT NULL CHECK (payout_minor >= 0),
  carried_out_minor  integer NOT NULL CHECK (carried_out_minor <= 0),
  requested_by       text NOT NULL,
  approved_by        text,
  approved_at        timestamptz(3),
  transfer_reference text,
  payout_reference   text,
  failure_code       text,
  settled_at         timestamptz(3),
  created_at         timestamptz(3) NOT NULL,
  updated_at         timestamptz(3) NOT NULL,
  version            integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  CHECK ((starts_on IS NULL) = (ends_on IS NULL)),
  CHECK (provider_minor + platform_minor + centre_minor = gross_minor),
  CHECK (payout_minor + carried_out_minor = provider_minor + carried_in_minor),
  CHECK (payout_minor = 0 OR carried_out_minor = 0),
  CHECK ((approved_by IS NULL) = (approved_at IS NULL)),
  CHECK (approved_by IS DISTINCT FROM requested_by OR approved_by IS NULL),
  CHECK (status <> 'FAILED' OR failure_code IS NOT NULL)
);
CREATE INDEX settlements_updated_at ON settlements (tenant_id, updated_at, id);
-- The next one begins with what this one leaves.
CREATE UNIQUE INDEX settlements_running ON settlements (tenant_id, provider_id, currency)
  WHERE status IN ('DRAFT', 'APPROVED', 'TRANSFERRING');

-- A payment, or the reversal of a refund of one, with everybody's share.
CREATE TABLE settlement_lines (
  tenant_id      text NOT NULL REFERENCES tenants,
  id             text NOT NULL,
  settlement_id  text NOT NULL,
  payment_id     text NOT NULL,
  refund_id      text,
  terms_id       text NOT NULL,
  gross_minor    integer NOT NULL,
  provider_minor integer NOT NULL,
  platform_minor integer NOT NULL,
  centre_minor   integer NOT NULL,
  -- Not of a settlement that failed or was cancelled: what it was of can be settled again.
  counts         boolean NOT NULL DEFAULT true,
  created_at     timestamptz(3) NOT NULL,
  updated_at     timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, settlement_id) REFERENCES settlements,
  FOREIGN KEY (tenant_id, payment_id) REFERENCES payments,
  FOREIGN KEY (tenant_id, refund_id) REFERENCES refunds,
  FOREIGN KEY (tenant_id, terms_id) REFERENCES split_terms,
  CHECK (provider_minor + platform_minor + centre_minor = gross_minor),
  CHECK ((refund_id IS NULL) = (gross_minor > 0))
);
CREATE INDEX settlement_lines_settlement ON settlement_lines (tenant_id, settlement_id, id);
CREATE INDEX settlement_lines_of_payment ON settlement_lines (tenant_id, payment_id);
CREATE UNIQUE INDEX settlement_lines_payment ON settlement_lines (tenant_id, payment_id) WHERE refund_id IS NULL AND counts;
CREATE UNIQUE INDEX settlement_lines_refund ON settlement_lines (tenant_id, refund_id) WHERE refund_id IS NOT NULL AND counts;

CALL therapy.isolate('split_terms', 'SELECT, INSERT');
CALL therapy.isolate('settlements', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('settlement_lines', 'SELECT, INSERT, UPDATE');
-- Money of the centre, like its books.
CALL therapy.restrict_where('split_terms', 'false');
CALL therapy.restrict_where('settlements', 'false');
CALL therapy.restrict_where('settlement_lines', 'false');

-- Accounts of providers, and of the platform.
ALTER TABLE ledger_accounts
  DROP COLUMN party_id,
  ADD COLUMN provider_id text,
  DROP CONSTRAINT ledger_accounts_kind_check,
  ADD CONSTRAINT ledger_accounts_kind_check CHECK (kind IN ('RECEIVABLE', 'GATEWAY_CLEARING', 'REFUND_PAYABLE', 'REVENUE',
    'FEE_REVENUE', 'PROVIDER_SHARE', 'PLATFORM_SHARE', 'PROVIDER_PAYABLE', 'PLATFORM_PAYABLE')),
  ADD FOREIGN KEY (tenant_id, provider_id) REFERENCES providers;
ALTER TABLE ledger_accounts
  ADD COLUMN party_id text NOT NULL GENERATED ALWAYS AS (coalesce(client_id, provider_id, '')) STORED;
ALTER TABLE ledger_accounts ADD UNIQUE (tenant_id, kind, currency, party_id);
ALTER TABLE ledger_transactions
  DROP CONSTRAINT ledger_transactions_kind_check,
  ADD CONSTRAINT ledger_transactions_kind_check CHECK (kind IN ('ORDER_OPENED', 'ORDER_CANCELLED', 'FEE_CHARGED',
    'FEE_WITHDRAWN', 'PAYMENT_CAPTURED', 'REFUND_BEGUN', 'REFUND_PAID', 'REFUND_FAILED', 'SETTLEMENT_APPROVED',
    'SETTLEMENT_PAID', 'SETTLEMENT_FAILED'));
