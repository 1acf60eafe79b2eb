-- A refund can come back after a settlement has reversed it: what was taken back for it is given again, by a line above nothing.
ALTER TABLE settlement_lines
  DROP CONSTRAINT settlement_lines_reversal,
  ADD CONSTRAINT settlement_lines_reversal CHECK (CASE WHEN gross_minor > 0 THEN dispute_id IS NULL
    ELSE num_nonnulls(refund_id, dispute_id) = 1 END);
DROP INDEX settlement_lines_refund;
CREATE UNIQUE INDEX settlement_lines_refund ON settlement_lines (tenant_id, refund_id, (gross_minor > 0))
  WHERE refund_id IS NOT NULL AND counts;
