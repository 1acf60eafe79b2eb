-- The ledger (docs/decisions/0153): the database enforces that it balances and is immutable; each posting
-- updates the balances.

-- Posts one transaction: opens new accounts and writes the entries.
-- domain/receivables/ledger/post-transaction.ts builds `posting`, including the ids of new rows.
CREATE OR REPLACE FUNCTION therapy.post_to_ledger(tenant text, posting jsonb) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  at timestamptz(3) := posting ->> 'postedAt';
BEGIN
  INSERT INTO ledger_transactions (tenant_id, id, kind, subject_type, subject_id, posted_at)
  VALUES (tenant, posting ->> 'id', posting ->> 'kind', posting ->> 'subjectType', posting ->> 'subjectId', at);

  -- Accounts are opened in a fixed order, so that two transactions that open the same accounts cannot deadlock.
  INSERT INTO ledger_accounts (tenant_id, id, kind, currency, client_id, provider_id, payer_id, created_at)
  SELECT tenant, line.account_id, line.kind, posting ->> 'currency', line.client_id, line.provider_id, line.payer_id, at
  FROM jsonb_to_recordset(posting -> 'lines') AS line (account_id text, kind text, client_id text, provider_id text, payer_id text)
  WHERE NOT EXISTS (SELECT FROM ledger_accounts a WHERE a.tenant_id = tenant AND a.kind = line.kind
    AND a.currency = posting ->> 'currency' AND a.party_id = coalesce(line.client_id, line.provider_id, line.payer_id, ''))
  ORDER BY line.kind, line.client_id, line.provider_id, line.payer_id
  ON CONFLICT (tenant_id, kind, currency, party_id) DO NOTHING;

  INSERT INTO ledger_entries (tenant_id, id, transaction_id, account_id, posted_on, amount_minor)
  SELECT tenant, line.entry_id, posting ->> 'id', a.id, therapy.local_time(at, t.default_time_zone)::date, line.amount_minor
  FROM jsonb_to_recordset(posting -> 'lines') AS line (entry_id text, kind text, client_id text, provider_id text,
      payer_id text, amount_minor bigint)
    JOIN ledger_accounts a ON a.tenant_id = tenant AND a.kind = line.kind AND a.currency = posting ->> 'currency'
      AND a.party_id = coalesce(line.client_id, line.provider_id, line.payer_id, '')
    JOIN tenants t ON t.tenant_id = tenant;
END $$;

-- Adds the posted amounts to the balances of their day. If another posting has locked a row, a further row is
-- started, so a balance is the sum of its rows. A day has as many rows as it had simultaneous postings.
CREATE OR REPLACE FUNCTION therapy.add_to_ledger_balances() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  moved record;
  free  bigint;
BEGIN
  FOR moved IN
    SELECT e.tenant_id, a.kind, a.currency, e.posted_on, sum(greatest(e.amount_minor, 0)) AS debit,
      sum(greatest(-e.amount_minor, 0)) AS credit
    FROM added e JOIN ledger_accounts a ON a.tenant_id = e.tenant_id AND a.id = e.account_id
    GROUP BY e.tenant_id, a.kind, a.currency, e.posted_on
  LOOP
    SELECT b.slot INTO free FROM ledger_balances b
    WHERE b.tenant_id = moved.tenant_id AND b.kind = moved.kind AND b.currency = moved.currency AND b.posted_on = moved.posted_on
    ORDER BY b.slot LIMIT 1 FOR UPDATE SKIP LOCKED;
    IF FOUND THEN
      UPDATE ledger_balances b SET debit_minor = b.debit_minor + moved.debit, credit_minor = b.credit_minor + moved.credit
      WHERE b.tenant_id = moved.tenant_id AND b.kind = moved.kind AND b.currency = moved.currency
        AND b.posted_on = moved.posted_on AND b.slot = free;
    ELSE
      INSERT INTO ledger_balances (tenant_id, kind, currency, posted_on, slot, debit_minor, credit_minor)
      VALUES (moved.tenant_id, moved.kind, moved.currency, moved.posted_on, pg_current_xact_id()::text::bigint, moved.debit,
        moved.credit);
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER add_to_balances AFTER INSERT ON ledger_entries
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION therapy.add_to_ledger_balances();

-- At commit, debits equal credits in one currency. Runs as therapy_care, because a bound caller sees no
-- entries.
CREATE OR REPLACE FUNCTION therapy.assert_ledger_balanced() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  posted     text := CASE TG_TABLE_NAME WHEN 'ledger_transactions' THEN NEW.id ELSE to_jsonb(NEW) ->> 'transaction_id' END;
  entries    integer;
  currencies integer;
  total      numeric;
BEGIN
  SELECT count(*), count(DISTINCT a.currency), sum(e.amount_minor) INTO entries, currencies, total
  FROM public.ledger_entries e JOIN public.ledger_accounts a ON a.tenant_id = e.tenant_id AND a.id = e.account_id
  WHERE e.tenant_id = NEW.tenant_id AND e.transaction_id = posted;
  IF entries < 2 OR currencies <> 1 OR total <> 0 THEN
    RAISE EXCEPTION 'ledger transaction % does not balance: % entries in % currencies come to %', posted, entries, currencies,
      total USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_balanced';
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS balanced ON ledger_entries;
CREATE CONSTRAINT TRIGGER balanced AFTER INSERT ON ledger_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION therapy.assert_ledger_balanced();
DROP TRIGGER IF EXISTS balanced ON ledger_transactions;
CREATE CONSTRAINT TRIGGER balanced AFTER INSERT ON ledger_transactions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION therapy.assert_ledger_balanced();

-- At commit, every movement of money and every claim has been posted, whichever verb wrote it.
CREATE OR REPLACE FUNCTION therapy.assert_posted() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  of_record jsonb := to_jsonb(NEW);
  is_fee    boolean := of_record ->> 'purpose' <> 'SERVICE';
  awaited   text[] := CASE TG_TABLE_NAME
    WHEN 'orders' THEN ARRAY[CASE WHEN is_fee THEN 'FEE_CHARGED' ELSE 'ORDER_OPENED' END]
      || CASE of_record ->> 'status' WHEN 'CANCELLED' THEN ARRAY[CASE WHEN is_fee THEN 'FEE_WITHDRAWN' ELSE 'ORDER_CANCELLED' END]
        WHEN 'WRITTEN_OFF' THEN ARRAY['ORDER_WRITTEN_OFF'] END
    WHEN 'payments' THEN ARRAY['PAYMENT_CAPTURED']
    WHEN 'credit_movements' THEN ARRAY['CREDIT_PREPAID']
    WHEN 'credit_payouts' THEN ARRAY['CREDIT_PAYOUT_BEGUN']
      || CASE of_record ->> 'status' WHEN 'SUCCEEDED' THEN ARRAY['CREDIT_PAYOUT_PAID'] WHEN 'FAILED' THEN ARRAY['CREDIT_PAYOUT_FAILED'] END
    WHEN 'disputes' THEN CASE WHEN (of_record ->> 'withheld_minor')::int > 0 THEN ARRAY['DISPUTE_WITHDRAWN'] ELSE '{}' END
      || CASE WHEN of_record ->> 'status' = 'LOST' AND (of_record ->> 'withheld_minor')::int > 0 THEN ARRAY['DISPUTE_LOST'] ELSE '{}' END
      || CASE WHEN (of_record ->> 'fee_minor')::int > 0 THEN ARRAY['DISPUTE_FEE_CHARGED'] ELSE '{}' END
    ELSE ARRAY['REFUND_BEGUN']
      || CASE of_record ->> 'status' WHEN 'SUCCEEDED' THEN ARRAY['REFUND_PAID'] WHEN 'FAILED' THEN ARRAY['REFUND_FAILED'] END
  END;
  missing   text;
BEGIN
  SELECT kind INTO missing FROM unnest(awaited) AS kind WHERE NOT EXISTS (SELECT FROM public.ledger_transactions t
    WHERE t.tenant_id = NEW.tenant_id AND t.subject_id = NEW.id AND t.kind = kind.kind);
  IF missing IS NOT NULL THEN
    RAISE EXCEPTION '% of % is not in the ledger', missing, NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_posted';
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS posted ON orders;
CREATE CONSTRAINT TRIGGER posted AFTER INSERT OR UPDATE OF status ON orders
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.amount_minor > 0) EXECUTE FUNCTION therapy.assert_posted();
DROP TRIGGER IF EXISTS posted ON payments;
CREATE CONSTRAINT TRIGGER posted AFTER INSERT OR UPDATE OF status ON payments
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.status = 'SUCCEEDED') EXECUTE FUNCTION therapy.assert_posted();
DROP TRIGGER IF EXISTS posted ON refunds;
CREATE CONSTRAINT TRIGGER posted AFTER INSERT OR UPDATE OF status ON refunds
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION therapy.assert_posted();
DROP TRIGGER IF EXISTS posted ON credit_movements;
CREATE CONSTRAINT TRIGGER posted AFTER INSERT ON credit_movements
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.kind = 'PREPAID') EXECUTE FUNCTION therapy.assert_posted();
DROP TRIGGER IF EXISTS posted ON credit_payouts;
CREATE CONSTRAINT TRIGGER posted AFTER INSERT OR UPDATE OF status ON credit_payouts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION therapy.assert_posted();
DROP TRIGGER IF EXISTS posted ON disputes;
CREATE CONSTRAINT TRIGGER posted AFTER INSERT OR UPDATE OF status, withheld_minor, fee_minor ON disputes
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION therapy.assert_posted();

-- Immutable. Errors are corrected by another transaction.
CALL therapy.append_only('ledger_accounts');
CALL therapy.append_only('ledger_transactions');
CALL therapy.append_only('ledger_entries');

GRANT CREATE ON SCHEMA therapy TO therapy_care;
ALTER FUNCTION therapy.assert_ledger_balanced() OWNER TO therapy_care;
ALTER FUNCTION therapy.assert_posted() OWNER TO therapy_care;
REVOKE CREATE ON SCHEMA therapy FROM therapy_care;
REVOKE EXECUTE ON FUNCTION therapy.assert_ledger_balanced(), therapy.assert_posted() FROM PUBLIC;
