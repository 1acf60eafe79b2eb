-- Disputes: payers have their banks ask captured money back (docs/decisions/0204).

ALTER TABLE payments
  -- What open disputes are about, and what was lost by those that are over.
  ADD COLUMN disputed_minor integer NOT NULL DEFAULT 0,
  ADD COLUMN charged_back_minor integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT payments_disputed CHECK (disputed_minor >= 0 AND charged_back_minor >= 0);

-- Of which payment an event of a gateway is.
CREATE INDEX payments_gateway_reference ON payments (tenant_id, gateway_reference) WHERE gateway_reference IS NOT NULL;

CREATE TABLE disputes (
  tenant_id         text NOT NULL REFERENCES tenants,
  id                text NOT NULL,
  payment_id        text NOT NULL,
  status            text NOT NULL CHECK (status IN ('NEEDS_RESPONSE', 'UNDER_REVIEW', 'WON', 'LOST', 'CLOSED')),
  is_inquiry        boolean NOT NULL,
  reason            text NOT NULL,
  amount_minor      integer NOT NULL CHECK (amount_minor > 0),
  currency          char(3) NOT NULL,
  -- What the bank has of it; stays once the dispute is lost.
  withheld_minor    integer NOT NULL CHECK (withheld_minor >= 0),
  fee_minor         integer NOT NULL CHECK (fee_minor >= 0),
  fee_currency      char(3),
  gateway_reference text NOT NULL,
  due_at            timestamptz(3),
  -- When nothing more was to come of it: decided, and won money back.
  closed_at         timestamptz(3),
  created_at        timestamptz(3) NOT NULL,
  updated_at        timestamptz(3) NOT NULL,
  version           integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, payment_id, gateway_reference),
  FOREIGN KEY (tenant_id, payment_id) REFERENCES payments,
  CHECK (closed_at IS NULL OR status IN ('WON', 'LOST', 'CLOSED')),
  CHECK (fee_minor = 0 OR fee_currency IS NOT NULL)
);
CREATE INDEX disputes_updated_at ON disputes (tenant_id, updated_at, id);
CALL therapy.isolate('disputes', 'SELECT, INSERT, UPDATE');
CALL therapy.restrict('disputes', 'payment_id', 'payments');
CALL therapy.erasable('disputes');
-- therapy.child_of: whose a dispute is.
GRANT SELECT (tenant_id, id, payment_id) ON disputes TO therapy_care;
CREATE POLICY care ON disputes FOR SELECT TO therapy_care USING (tenant_id = therapy.current_tenant());

-- A dispute that was lost is reversed by a line of its own, as a refund is.
ALTER TABLE settlement_lines
  ADD COLUMN dispute_id text,
  ADD FOREIGN KEY (tenant_id, dispute_id) REFERENCES disputes,
  DROP CONSTRAINT settlement_lines_check1,
  ADD CONSTRAINT settlement_lines_reversal CHECK (num_nonnulls(refund_id, dispute_id) = CASE WHEN gross_minor > 0 THEN 0 ELSE 1 END);
DROP INDEX settlement_lines_payment;
CREATE UNIQUE INDEX settlement_lines_payment ON settlement_lines (tenant_id, payment_id)
  WHERE refund_id IS NULL AND dispute_id IS NULL AND counts;
CREATE UNIQUE INDEX settlement_lines_dispute ON settlement_lines (tenant_id, dispute_id) WHERE dispute_id IS NOT NULL AND counts;

ALTER TABLE ledger_accounts
  DROP CONSTRAINT ledger_accounts_kind_check,
  ADD CONSTRAINT ledger_accounts_kind_check CHECK (kind IN ('RECEIVABLE', 'GATEWAY_CLEARING', 'REFUND_PAYABLE', 'CREDIT_PAYABLE',
    'REVENUE', 'FEE_REVENUE', 'TAX_PAYABLE', 'BAD_DEBT', 'DISPUTED_FUNDS', 'DISPUTE_LOSS', 'DISPUTE_FEES', 'PROVIDER_SHARE',
    'PLATFORM_SHARE', 'PROVIDER_PAYABLE', 'PLATFORM_PAYABLE'));
ALTER TABLE ledger_transactions
  DROP CONSTRAINT ledger_transactions_kind_check,
  ADD CONSTRAINT ledger_transactions_kind_check CHECK (kind IN ('ORDER_OPENED', 'ORDER_CANCELLED', 'ORDER_WRITTEN_OFF',
    'FEE_CHARGED', 'FEE_WITHDRAWN', 'PAYMENT_CAPTURED', 'REFUND_BEGUN', 'REFUND_PAID', 'REFUND_FAILED', 'CREDIT_PREPAID',
    'CREDIT_PAYOUT_BEGUN', 'CREDIT_PAYOUT_PAID', 'CREDIT_PAYOUT_FAILED', 'DISPUTE_WITHDRAWN',
    'DISPUTE_REINSTATED', 'DISPUTE_LOST', 'DISPUTE_FEE_CHARGED', 'DISPUTE_FEE_RETURNED', 'SETTLEMENT_APPROVED',
    'SETTLEMENT_PAID', 'SETTLEMENT_FAILED'));
