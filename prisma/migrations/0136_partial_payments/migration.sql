-- An order is paid in parts: a deposit, and the rest (docs/decisions/0177).

ALTER TABLE orders
  -- What payments have captured, whether or not it was given back.
  ADD COLUMN captured_minor integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT orders_captured CHECK (captured_minor BETWEEN 0 AND amount_minor);
-- Until now, one payment paid all of an order. Who keeps a copy reads these again.
ALTER TABLE orders DISABLE TRIGGER USER;
UPDATE orders SET captured_minor = amount_minor, updated_at = now(), version = version + 1
WHERE status IN ('PAID', 'REFUNDED');
ALTER TABLE orders ENABLE TRIGGER USER;
ALTER TABLE orders ADD CONSTRAINT orders_paid
  CHECK (CASE WHEN status IN ('PAID', 'REFUNDED') THEN captured_minor = amount_minor ELSE status <> 'OPEN' OR amount_minor = 0 OR captured_minor < amount_minor END);

DROP INDEX payments_order;
CREATE INDEX payments_order ON payments (tenant_id, order_id);
