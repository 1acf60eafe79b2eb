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
