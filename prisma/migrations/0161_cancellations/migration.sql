-- What becomes of what was paid for an appointment that is off (docs/decisions/0194).

ALTER TABLE cancellation_policies
  ADD COLUMN prepaid text NOT NULL DEFAULT 'REFUND' CHECK (prepaid IN ('REFUND', 'CREDIT', 'DECIDE'));
-- As the policy said it when the appointment was called off; null while it is on.
ALTER TABLE orders
  ADD COLUMN prepaid_terms text CHECK (prepaid_terms IN ('REFUND', 'CREDIT', 'DECIDE'));
