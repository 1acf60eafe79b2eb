-- Posts what happened before there was a ledger (docs/decisions/0153): orders, captures and refunds, each at its time.

CREATE TEMPORARY TABLE posted ON COMMIT DROP AS
SELECT happened.*, (happened.at AT TIME ZONE t.default_time_zone)::date AS posted_on,
  -- An id of the subject's time; its rest is the same whenever this runs.
  substr(happened.subject_id, 5, 10) || substr(md5(happened.kind || happened.subject_id), 1, 16) AS suffix
FROM tenants t JOIN (
  SELECT o.tenant_id, CASE o.purpose WHEN 'SERVICE' THEN 'ORDER_OPENED' ELSE 'FEE_CHARGED' END AS kind, 'order' AS subject_type,
    o.id AS subject_id, o.created_at AS at, o.currency, o.client_id, o.purpose, o.amount_minor
  FROM orders o WHERE o.amount_minor > 0
  UNION ALL
  SELECT o.tenant_id, CASE o.purpose WHEN 'SERVICE' THEN 'ORDER_CANCELLED' ELSE 'FEE_WITHDRAWN' END, 'order',
    o.id, o.updated_at, o.currency, o.client_id, o.purpose, o.amount_minor
  FROM orders o WHERE o.amount_minor > 0 AND o.status = 'CANCELLED'
  UNION ALL
  SELECT p.tenant_id, 'PAYMENT_CAPTURED', 'payment', p.id, p.settled_at, p.currency, o.client_id, o.purpose, p.amount_minor
  FROM payments p JOIN orders o ON o.tenant_id = p.tenant_id AND o.id = p.order_id WHERE p.status = 'SUCCEEDED'
  UNION ALL
  SELECT r.tenant_id, step.kind, 'refund', r.id, CASE step.kind WHEN 'REFUND_BEGUN' THEN r.created_at ELSE r.settled_at END,
    r.currency, o.client_id, o.purpose, r.amount_minor
  FROM refunds r JOIN payments p ON p.tenant_id = r.tenant_id AND p.id = r.payment_id
    JOIN orders o ON o.tenant_id = p.tenant_id AND o.id = p.order_id
    JOIN (VALUES ('REFUND_BEGUN', NULL), ('REFUND_PAID', 'SUCCEEDED'), ('REFUND_FAILED', 'FAILED')) AS step (kind, status)
      ON step.status IS NULL OR step.status = r.status
) happened ON happened.tenant_id = t.tenant_id;

-- Debit and credit of each kind: postingOf in the domain's rules of the ledger.
CREATE TEMPORARY TABLE posted_entries ON COMMIT DROP AS
SELECT p.tenant_id, p.suffix, p.posted_on, p.currency, side.number, side.sign * p.amount_minor AS amount_minor, p.at,
  replace(side.account, 'INCOME', CASE p.purpose WHEN 'SERVICE' THEN 'REVENUE' ELSE 'FEE_REVENUE' END) AS account,
  CASE WHEN side.account IN ('RECEIVABLE', 'REFUND_PAYABLE') THEN p.client_id END AS client_id
FROM posted p JOIN (VALUES
  ('ORDER_OPENED', 1, 1, 'RECEIVABLE'), ('ORDER_OPENED', 2, -1, 'INCOME'),
  ('FEE_CHARGED', 1, 1, 'RECEIVABLE'), ('FEE_CHARGED', 2, -1, 'INCOME'),
  ('ORDER_CANCELLED', 1, 1, 'INCOME'), ('ORDER_CANCELLED', 2, -1, 'RECEIVABLE'),
  ('FEE_WITHDRAWN', 1, 1, 'INCOME'), ('FEE_WITHDRAWN', 2, -1, 'RECEIVABLE'),
  ('PAYMENT_CAPTURED', 1, 1, 'GATEWAY_CLEARING'), ('PAYMENT_CAPTURED', 2, -1, 'RECEIVABLE'),
  ('REFUND_BEGUN', 1, 1, 'INCOME'), ('REFUND_BEGUN', 2, -1, 'REFUND_PAYABLE'),
  ('REFUND_PAID', 1, 1, 'REFUND_PAYABLE'), ('REFUND_PAID', 2, -1, 'GATEWAY_CLEARING'),
  ('REFUND_FAILED', 1, 1, 'REFUND_PAYABLE'), ('REFUND_FAILED', 2, -1, 'INCOME')
) AS side (kind, number, sign, account) ON side.kind = p.kind;

INSERT INTO ledger_accounts (tenant_id, id, kind, currency, client_id, created_at)
SELECT tenant_id, 'lac_' || min(substr(suffix, 1, 10)) || substr(md5(account || currency || coalesce(client_id, '')), 1, 16),
  account, currency, client_id, min(at)
FROM posted_entries GROUP BY tenant_id, account, currency, client_id;

INSERT INTO ledger_transactions (tenant_id, id, kind, subject_type, subject_id, posted_at)
SELECT tenant_id, 'ltx_' || suffix, kind, subject_type, subject_id, at FROM posted;

INSERT INTO ledger_entries (tenant_id, id, transaction_id, account_id, posted_on, amount_minor)
SELECT e.tenant_id, 'lge_' || substr(e.suffix, 1, 25) || e.number, 'ltx_' || e.suffix, a.id, e.posted_on, e.amount_minor
FROM posted_entries e JOIN ledger_accounts a ON a.tenant_id = e.tenant_id AND a.kind = e.account AND a.currency = e.currency
  AND a.party_id = coalesce(e.client_id, '');

INSERT INTO ledger_balances (tenant_id, kind, currency, posted_on, slot, debit_minor, credit_minor)
SELECT tenant_id, account, currency, posted_on, 0, coalesce(sum(amount_minor) FILTER (WHERE amount_minor > 0), 0),
  coalesce(-sum(amount_minor) FILTER (WHERE amount_minor < 0), 0)
FROM posted_entries GROUP BY tenant_id, account, currency, posted_on;
