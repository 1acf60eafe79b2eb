-- Reminders of invoices that are not paid (docs/decisions/0183), what they cost, and claims that are given up.

ALTER TABLE legal_entities ADD COLUMN dunning_levels jsonb NOT NULL DEFAULT '[]';

ALTER TABLE orders
  DROP CONSTRAINT orders_purpose_check,
  ADD CONSTRAINT orders_purpose_check CHECK (purpose IN ('SERVICE', 'CANCELLATION_FEE', 'NO_SHOW_FEE', 'DUNNING_FEE')),
  DROP CONSTRAINT orders_status_check,
  ADD CONSTRAINT orders_status_check CHECK (status IN ('OPEN', 'PAID', 'REFUNDED', 'CANCELLED', 'WRITTEN_OFF'));

ALTER TABLE ledger_accounts
  DROP CONSTRAINT ledger_accounts_kind_check,
  ADD CONSTRAINT ledger_accounts_kind_check CHECK (kind IN ('RECEIVABLE', 'GATEWAY_CLEARING', 'REFUND_PAYABLE', 'REVENUE',
    'FEE_REVENUE', 'TAX_PAYABLE', 'BAD_DEBT', 'PROVIDER_SHARE', 'PLATFORM_SHARE', 'PROVIDER_PAYABLE', 'PLATFORM_PAYABLE'));
ALTER TABLE ledger_transactions
  DROP CONSTRAINT ledger_transactions_kind_check,
  ADD CONSTRAINT ledger_transactions_kind_check CHECK (kind IN ('ORDER_OPENED', 'ORDER_CANCELLED', 'ORDER_WRITTEN_OFF',
    'FEE_CHARGED', 'FEE_WITHDRAWN', 'PAYMENT_CAPTURED', 'REFUND_BEGUN', 'REFUND_PAID', 'REFUND_FAILED',
    'SETTLEMENT_APPROVED', 'SETTLEMENT_PAID', 'SETTLEMENT_FAILED'));

ALTER TABLE messages DROP CONSTRAINT messages_recipient_type_check;
ALTER TABLE messages ADD CONSTRAINT messages_recipient_type_check CHECK (recipient_type IN
  ('client', 'provider', 'webhookEndpoint', 'tenant', 'user', 'onboardingReference', 'lead', 'leadIntake', 'payer'));

-- How an issued invoice is reminded of: one of each.
CREATE TABLE dunnings (
  tenant_id   text NOT NULL REFERENCES tenants,
  id          text NOT NULL,
  invoice_id  text NOT NULL,
  payer_id    text NOT NULL,
  client_id   text,
  status      text NOT NULL CHECK (status IN ('ACTIVE', 'HELD', 'STOPPED')),
  -- The terms of the legal entity as they were at the issue.
  levels      jsonb NOT NULL,
  -- What was sent: level, when it was due, when it was sent, and the order of its fee.
  reminders   jsonb NOT NULL DEFAULT '[]',
  hold_reason text CHECK (hold_reason IN ('DISPUTED', 'PAYMENT_PLAN', 'OTHER')),
  hold_note   text,
  resumes_on  date,
  resumed_at  timestamptz(3),
  stop_reason text CHECK (stop_reason IN ('PAID', 'CREDITED', 'WRITTEN_OFF')),
  stop_note   text,
  created_at  timestamptz(3) NOT NULL,
  updated_at  timestamptz(3) NOT NULL,
  version     integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, invoice_id),
  FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoices,
  FOREIGN KEY (tenant_id, payer_id) REFERENCES payers,
  FOREIGN KEY (tenant_id, client_id) REFERENCES clients,
  CHECK ((status = 'HELD') = (hold_reason IS NOT NULL)),
  CHECK (status = 'HELD' OR num_nonnulls(hold_note, resumes_on) = 0),
  CHECK ((status = 'STOPPED') = (stop_reason IS NOT NULL)),
  -- No reminder without a level, and none twice.
  CHECK (jsonb_array_length(reminders) <= jsonb_array_length(levels))
);
CREATE INDEX dunnings_updated_at ON dunnings (tenant_id, updated_at, id);
CREATE INDEX dunnings_payer ON dunnings (tenant_id, payer_id, id);
CREATE INDEX dunnings_client ON dunnings (tenant_id, client_id, id) WHERE client_id IS NOT NULL;

-- Of invoices that were issued before: nobody is reminded of them by itself.
INSERT INTO dunnings (tenant_id, id, invoice_id, payer_id, client_id, status, levels, stop_reason, created_at, updated_at)
SELECT i.tenant_id, 'dun_' || substr(i.id, 5), i.id, i.payer_id, i.client_id, CASE WHEN due.is_open THEN 'ACTIVE' ELSE 'STOPPED' END, '[]',
  CASE WHEN due.is_open THEN NULL WHEN due.is_credited THEN 'CREDITED' ELSE 'PAID' END, i.created_at, i.updated_at
FROM invoices i CROSS JOIN LATERAL (
  SELECT coalesce(bool_or(l.credited_by IS NULL AND o.status = 'OPEN' AND o.amount_minor > 0), false) AS is_open,
    coalesce(bool_and(l.credited_by IS NOT NULL), false) AS is_credited
  FROM invoice_orders l JOIN orders o ON o.tenant_id = l.tenant_id AND o.id = l.order_id
  WHERE l.tenant_id = i.tenant_id AND l.invoice_id = i.id) due
WHERE i.kind = 'INVOICE' AND i.status = 'ISSUED';

CALL therapy.isolate('dunnings', 'SELECT, INSERT, UPDATE');
-- Money of the centre, like its books.
CALL therapy.restrict_where('dunnings', 'false');
CALL therapy.erasable('dunnings');
-- Whose child a reminder is about: therapy.child_of_subject.
GRANT SELECT (tenant_id, invoice_id, order_id) ON invoice_orders TO therapy_care;
CREATE POLICY care ON invoice_orders FOR SELECT TO therapy_care USING (tenant_id = therapy.current_tenant());
