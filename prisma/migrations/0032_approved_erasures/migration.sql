-- An erasure begins only after somebody else than who asked for it has approved it (docs/decisions/0127).

ALTER TABLE erasures
  ADD COLUMN grace_days integer NOT NULL DEFAULT 7 CHECK (grace_days >= 0),
  -- Users or API keys.
  ADD COLUMN approved_by text,
  ADD COLUMN approved_at timestamptz(3),
  -- From the approval on.
  ALTER COLUMN starts_at DROP NOT NULL;

-- What had not begun is approved now; of what had, nobody knows by whom.
UPDATE erasures SET status = 'AWAITING_APPROVAL', starts_at = NULL WHERE status = 'SCHEDULED';
UPDATE erasures SET starts_at = NULL WHERE status = 'CANCELLED';
UPDATE erasures SET approved_by = 'unknown', approved_at = started_at WHERE status IN ('RUNNING', 'RETAINING', 'COMPLETED');

ALTER TABLE erasures
  ADD CONSTRAINT erasures_approved CHECK (
    (approved_at IS NULL) = (approved_by IS NULL) AND (approved_at IS NULL) = (starts_at IS NULL)
    AND CASE status WHEN 'AWAITING_APPROVAL' THEN approved_at IS NULL WHEN 'CANCELLED' THEN true ELSE approved_at IS NOT NULL END),
  ADD CONSTRAINT erasures_by_two CHECK (approved_by <> created_by);

DROP INDEX erasures_open_child, erasures_open_client;
CREATE UNIQUE INDEX erasures_open_child ON erasures (tenant_id, child_id)
  WHERE status IN ('AWAITING_APPROVAL', 'SCHEDULED', 'RUNNING', 'RETAINING');
CREATE UNIQUE INDEX erasures_open_client ON erasures (tenant_id, client_id)
  WHERE status IN ('AWAITING_APPROVAL', 'SCHEDULED', 'RUNNING', 'RETAINING');
