-- An invoice taxes each rate once and says what the orders differ from that (docs/decisions/0230).
ALTER TABLE invoices
  ADD COLUMN rounding_minor integer NOT NULL DEFAULT 0,
  DROP CONSTRAINT invoices_check,
  ADD CONSTRAINT invoices_sum CHECK (net_minor + tax_minor + rounding_minor = amount_minor);
