-- Orders of 0 are paid when they are made. Open ones become paid; integrators that sync orders see the change by its
-- new updated_at.
ALTER TABLE orders DISABLE TRIGGER USER;
UPDATE orders SET status = 'PAID', updated_at = now(), version = version + 1
WHERE status = 'OPEN' AND amount_minor = 0;
ALTER TABLE orders ENABLE TRIGGER USER;

-- A fee in money is capped at the price, unless the policy says otherwise. Policies that exist keep charging what
-- families have agreed to.
UPDATE cancellation_policies SET updated_at = now(), version = version + 1,
  windows = (SELECT jsonb_agg(CASE WHEN w -> 'fee' ? 'amount' THEN jsonb_set(w, '{fee,mayExceedPrice}', 'true') ELSE w END ORDER BY n)
    FROM jsonb_array_elements(windows) WITH ORDINALITY AS e(w, n)),
  no_show_fee = CASE WHEN no_show_fee ? 'amount' THEN no_show_fee || '{"mayExceedPrice": true}' ELSE no_show_fee END
WHERE no_show_fee ? 'amount' OR jsonb_path_exists(windows, '$[*].fee.amount');
