-- A child's funding is a code, not one of the programs of early intervention.
ALTER TABLE children RENAME COLUMN program TO funding_program;

-- Payments name a payment method by its token at the gateway. The expression rewrites every row, whatever the policies.
ALTER TABLE payments RENAME COLUMN method TO payment_method_id;
ALTER TABLE payments ALTER COLUMN payment_method_id TYPE text USING CASE payment_method_id
  WHEN 'card_ok' THEN 'pm_sandbox_ok'
  WHEN 'card_declined' THEN 'pm_sandbox_declined'
  WHEN 'card_insufficient_funds' THEN 'pm_sandbox_insufficient_funds'
  WHEN 'card_expired' THEN 'pm_sandbox_expired'
  WHEN 'card_error_once' THEN 'pm_sandbox_timeout_once'
  WHEN 'card_error' THEN 'pm_sandbox_timeout'
  ELSE payment_method_id END;
ALTER TABLE payments ADD COLUMN payment_method_type text NOT NULL DEFAULT 'CARD' CHECK (payment_method_type IN ('CARD'));
ALTER TABLE payments ALTER COLUMN payment_method_type DROP DEFAULT;

-- The id of the hold that an appointment began as, which stays the hold's own.
ALTER TABLE appointments ADD COLUMN hold_id text;
ALTER TABLE appointments ALTER COLUMN hold_id TYPE text
  USING CASE WHEN held_until IS NOT NULL THEN 'hld_' || split_part(id, '_', 2) END;
ALTER TABLE appointments ADD CONSTRAINT appointments_held_by CHECK (held_until IS NULL OR hold_id IS NOT NULL);
CREATE UNIQUE INDEX appointments_hold ON appointments (tenant_id, hold_id) WHERE hold_id IS NOT NULL;
