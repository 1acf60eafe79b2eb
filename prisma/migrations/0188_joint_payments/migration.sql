-- Payments of several orders that are captured at once (docs/decisions/0208): each names the one that the capture goes by.
ALTER TABLE payments
  ADD COLUMN captured_with_id text,
  ADD FOREIGN KEY (tenant_id, captured_with_id) REFERENCES payments;
CREATE INDEX payments_captured_with ON payments (tenant_id, captured_with_id) WHERE captured_with_id IS NOT NULL;
