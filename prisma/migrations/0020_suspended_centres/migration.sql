-- A centre can be suspended: it is read by its owners, and nothing of it is written (docs/decisions/0116).

ALTER TABLE tenants
  ADD COLUMN status text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'SUSPENDED')),
  -- What its owners are told.
  ADD COLUMN status_reason text,
  -- Of the last suspension: what was due meanwhile is late, not forgotten.
  ADD COLUMN suspended_at timestamptz(3),
  ADD COLUMN resumed_at timestamptz(3),
  ADD CONSTRAINT tenants_suspended_since CHECK (status = 'ACTIVE' OR (suspended_at IS NOT NULL AND status_reason IS NOT NULL));
