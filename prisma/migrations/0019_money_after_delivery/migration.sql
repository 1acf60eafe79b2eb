-- When split terms share a payment: once its visit took place, or when it is captured (domain/payouts/split-terms). Terms
-- that exist keep what was agreed; new ones share after delivery.
ALTER TABLE split_terms
  ADD COLUMN recognition text NOT NULL DEFAULT 'PAYMENT' CHECK (recognition IN ('DELIVERY', 'PAYMENT'));
ALTER TABLE split_terms ALTER COLUMN recognition SET DEFAULT 'DELIVERY';

-- Lines show how their payment was recognized: until now, all when they were captured.
ALTER TABLE settlement_lines
  ADD COLUMN recognition text NOT NULL DEFAULT 'PAYMENT' CHECK (recognition IN ('DELIVERY', 'PAYMENT')),
  ADD COLUMN recognized_at timestamptz(3);

-- What families had paid when the settlement was made, for visits that had not taken place.
ALTER TABLE settlements
  ADD COLUMN waiting_minor    integer NOT NULL DEFAULT 0 CHECK (waiting_minor >= 0),
  ADD COLUMN waiting_payments integer NOT NULL DEFAULT 0 CHECK (waiting_payments >= 0);

-- The platform's share of paid settlements, as it was paid (domain/payouts/platform-payouts).
CREATE TABLE platform_payouts (
  tenant_id    text NOT NULL REFERENCES tenants,
  id           text NOT NULL,
  status       text NOT NULL CHECK (status IN ('DRAFT', 'PAID', 'CANCELLED')),
  currency     char(3) NOT NULL,
  amount_minor integer NOT NULL CHECK (amount_minor > 0),
  settlements  integer NOT NULL CHECK (settlements > 0),
  reference    text NOT NULL,
  requested_by text NOT NULL,
  approved_by  text,
  approved_at  timestamptz(3),
  created_at   timestamptz(3) NOT NULL,
  updated_at   timestamptz(3) NOT NULL,
  version      integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  CHECK ((status = 'PAID') = (approved_by IS NOT NULL)),
  CHECK ((approved_by IS NULL) = (approved_at IS NULL))
);
CREATE UNIQUE INDEX platform_payouts_draft ON platform_payouts (tenant_id, currency) WHERE status = 'DRAFT';
CREATE INDEX platform_payouts_updated_at ON platform_payouts (tenant_id, updated_at, id);
CALL therapy.isolate('platform_payouts', 'SELECT, INSERT, UPDATE');
CALL therapy.restrict_where('platform_payouts', 'false');
ALTER TABLE settlements
  ADD COLUMN platform_payout_id text,
  ADD FOREIGN KEY (tenant_id, platform_payout_id) REFERENCES platform_payouts;
CREATE INDEX settlements_platform_payout ON settlements (tenant_id, platform_payout_id)
  WHERE platform_payout_id IS NOT NULL;

ALTER TABLE ledger_transactions DROP CONSTRAINT ledger_transactions_kind_check;
ALTER TABLE ledger_transactions ADD CONSTRAINT ledger_transactions_kind_check
  CHECK (kind IN ('ORDER_OPENED', 'ORDER_CANCELLED', 'ORDER_WRITTEN_OFF', 'FEE_CHARGED', 'FEE_WITHDRAWN',
    'PAYMENT_CAPTURED', 'REFUND_BEGUN', 'REFUND_PAID', 'REFUND_RETURNED', 'REFUND_FAILED', 'CREDIT_PREPAID',
    'CREDIT_PAYOUT_BEGUN', 'CREDIT_PAYOUT_PAID', 'CREDIT_PAYOUT_FAILED', 'DISPUTE_WITHDRAWN', 'DISPUTE_REINSTATED',
    'DISPUTE_LOST', 'DISPUTE_FEE_CHARGED', 'DISPUTE_FEE_RETURNED', 'SETTLEMENT_APPROVED', 'SETTLEMENT_PAID',
    'SETTLEMENT_FAILED', 'PLATFORM_PAID')) NOT VALID;
ALTER TABLE ledger_transactions VALIDATE CONSTRAINT ledger_transactions_kind_check;

-- Visits that were recorded after they took place.
ALTER TABLE appointments ADD COLUMN late_entry boolean NOT NULL DEFAULT false;

-- How many days later a visit that took place can be recorded (domain/scheduling/appointments/assert-took-place.ts).
ALTER TABLE tenants ADD COLUMN late_entry_days integer NOT NULL DEFAULT 30 CHECK (late_entry_days BETWEEN 0 AND 366);

-- Periods of the books that the centre locked or unlocked: the newest applies (domain/receivables/period-locks).
CREATE TABLE period_locks (
  tenant_id          text NOT NULL REFERENCES tenants,
  id                 text NOT NULL,
  locked_through_on     date,
  previously_through_on date,
  reason             text NOT NULL,
  created_by         text NOT NULL,
  created_at         timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  CHECK (locked_through_on IS DISTINCT FROM previously_through_on)
);
CALL therapy.isolate('period_locks', 'SELECT, INSERT');
CALL therapy.restrict_where('period_locks', 'false');
ALTER TABLE tenants ADD COLUMN books_locked_through_on date;

-- What an item of an onboarding was accepted for (domain/marketplace/provider-onboardings/evidence-of.ts).
ALTER TABLE onboarding_items
  ADD COLUMN evidence text CHECK (evidence IN ('LICENSE', 'AGREEMENT', 'REFERENCES', 'DOCUMENT', 'NOTE')),
  ADD COLUMN note     text,
  ADD CHECK (evidence IS DISTINCT FROM 'NOTE' OR note IS NOT NULL);
