-- Credit of clients and payers (docs/decisions/0193): balances of movements, and what is paid out of them.

CREATE TABLE credit_balances (
  tenant_id     text NOT NULL REFERENCES tenants,
  id            text NOT NULL,
  client_id     text,
  payer_id      text,
  currency      char(3) NOT NULL,
  -- What is left: the sum of its movements, and never less than nothing.
  balance_minor integer NOT NULL,
  created_at    timestamptz(3) NOT NULL,
  updated_at    timestamptz(3) NOT NULL,
  version       integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, client_id) REFERENCES clients,
  FOREIGN KEY (tenant_id, payer_id) REFERENCES payers,
  CONSTRAINT credit_balances_left CHECK (balance_minor >= 0),
  CHECK (num_nonnulls(client_id, payer_id) = 1)
);
CREATE UNIQUE INDEX credit_balances_party ON credit_balances (tenant_id, coalesce(client_id, payer_id), currency);
CREATE INDEX credit_balances_updated_at ON credit_balances (tenant_id, updated_at, id);

-- Money of a balance that is paid out.
CREATE TABLE credit_payouts (
  tenant_id         text NOT NULL REFERENCES tenants,
  id                text NOT NULL,
  balance_id        text NOT NULL,
  status            text NOT NULL CHECK (status IN ('PROCESSING', 'SUCCEEDED', 'FAILED')),
  amount_minor      integer NOT NULL CHECK (amount_minor > 0),
  currency          char(3) NOT NULL,
  gateway           text NOT NULL,
  method            text NOT NULL CHECK (method IN ('PAYOUT_ACCOUNT', 'BANK_TRANSFER', 'CASH')),
  -- The gateway's token of an account, or what the payout was recorded with.
  destination       text NOT NULL,
  reason            text,
  gateway_reference text,
  failure_code      text,
  settled_at        timestamptz(3),
  created_at        timestamptz(3) NOT NULL,
  updated_at        timestamptz(3) NOT NULL,
  version           integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, balance_id) REFERENCES credit_balances,
  CHECK ((gateway = 'manual') = (method IN ('BANK_TRANSFER', 'CASH'))),
  CHECK ((status = 'PROCESSING') = (settled_at IS NULL)),
  CHECK ((status = 'FAILED') = (failure_code IS NOT NULL))
);
CREATE INDEX credit_payouts_balance ON credit_payouts (tenant_id, balance_id, id);
CREATE INDEX credit_payouts_updated_at ON credit_payouts (tenant_id, updated_at, id);

CREATE TABLE credit_movements (
  tenant_id    text NOT NULL REFERENCES tenants,
  id           text NOT NULL,
  balance_id   text NOT NULL,
  kind         text NOT NULL CHECK (kind IN ('GRANTED', 'PREPAID', 'USED', 'PAID_OUT', 'RETURNED')),
  amount_minor integer NOT NULL CHECK (amount_minor <> 0),
  refund_id    text,
  payment_id   text,
  payout_id    text,
  -- How a prepayment came, and by what it is found again.
  method       text CHECK (method IN ('CASH', 'BANK_TRANSFER', 'INSURER')),
  reference    text,
  created_at   timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, balance_id) REFERENCES credit_balances,
  FOREIGN KEY (tenant_id, refund_id) REFERENCES refunds,
  FOREIGN KEY (tenant_id, payment_id) REFERENCES payments,
  FOREIGN KEY (tenant_id, payout_id) REFERENCES credit_payouts,
  CHECK ((kind = 'GRANTED') = (refund_id IS NOT NULL)),
  CHECK ((kind = 'USED') = (payment_id IS NOT NULL)),
  CHECK ((kind IN ('PAID_OUT', 'RETURNED')) = (payout_id IS NOT NULL)),
  CHECK ((kind = 'PREPAID') = (method IS NOT NULL)),
  CHECK (kind = 'PREPAID' OR reference IS NULL),
  CHECK ((kind IN ('USED', 'PAID_OUT')) = (amount_minor < 0))
);
CREATE INDEX credit_movements_balance ON credit_movements (tenant_id, balance_id, id);
-- Each refund, payment and payout moves credit once; a payout that failed gives it back once.
CREATE UNIQUE INDEX credit_movements_refund ON credit_movements (tenant_id, refund_id) WHERE refund_id IS NOT NULL;
CREATE UNIQUE INDEX credit_movements_payment ON credit_movements (tenant_id, payment_id) WHERE payment_id IS NOT NULL;
CREATE UNIQUE INDEX credit_movements_payout ON credit_movements (tenant_id, payout_id, kind) WHERE payout_id IS NOT NULL;

ALTER TABLE refunds
  ADD COLUMN method text NOT NULL DEFAULT 'ORIGINAL' CHECK (method IN ('ORIGINAL', 'CREDIT'));
ALTER TABLE payments
  DROP CONSTRAINT payments_payment_method_type_check,
  ADD CONSTRAINT payments_payment_method_type_check
    CHECK (payment_method_type IN ('CARD', 'SEPA_DEBIT', 'CASH', 'BANK_TRANSFER', 'INSURER', 'CREDIT')),
  ADD CONSTRAINT payments_credit CHECK ((gateway = 'credit') = (payment_method_type = 'CREDIT'));

ALTER TABLE ledger_accounts
  DROP CONSTRAINT ledger_accounts_kind_check,
  ADD CONSTRAINT ledger_accounts_kind_check CHECK (kind IN ('RECEIVABLE', 'GATEWAY_CLEARING', 'REFUND_PAYABLE', 'CREDIT_PAYABLE',
    'REVENUE', 'FEE_REVENUE', 'TAX_PAYABLE', 'BAD_DEBT', 'PROVIDER_SHARE', 'PLATFORM_SHARE', 'PROVIDER_PAYABLE',
    'PLATFORM_PAYABLE'));
ALTER TABLE ledger_transactions
  DROP CONSTRAINT ledger_transactions_kind_check,
  ADD CONSTRAINT ledger_transactions_kind_check CHECK (kind IN ('ORDER_OPENED', 'ORDER_CANCELLED', 'ORDER_WRITTEN_OFF',
    'FEE_CHARGED', 'FEE_WITHDRAWN', 'PAYMENT_CAPTURED', 'REFUND_BEGUN', 'REFUND_PAID', 'REFUND_FAILED', 'CREDIT_PREPAID',
    'CREDIT_PAYOUT_BEGUN', 'CREDIT_PAYOUT_PAID', 'CREDIT_PAYOUT_FAILED', 'SETTLEMENT_APPROVED', 'SETTLEMENT_PAID',
    'SETTLEMENT_FAILED'));

CALL therapy.isolate('credit_balances', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('credit_payouts', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('credit_movements', 'SELECT, INSERT');
-- Money of the centre, like its books.
CALL therapy.restrict_where('credit_balances', 'false');
CALL therapy.restrict_where('credit_payouts', 'false');
CALL therapy.restrict_where('credit_movements', 'false');
CALL therapy.erasable('credit_balances');
CALL therapy.erasable('credit_payouts');
CALL therapy.erasable('credit_movements');
-- The check at commit reads as therapy_care: the caller may see less.
GRANT SELECT (tenant_id, id, balance_minor) ON credit_balances TO therapy_care;
GRANT SELECT (tenant_id, balance_id, amount_minor) ON credit_movements TO therapy_care;
CREATE POLICY care ON credit_balances FOR SELECT TO therapy_care USING (tenant_id = therapy.current_tenant());
CREATE POLICY care ON credit_movements FOR SELECT TO therapy_care USING (tenant_id = therapy.current_tenant());
