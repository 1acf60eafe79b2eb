-- Payout accounts: where a provider's share of settlements is paid to (docs/decisions/0207).
CREATE TABLE payout_accounts (
  tenant_id        text NOT NULL REFERENCES tenants,
  id               text NOT NULL,
  provider_id      text NOT NULL,
  status           text NOT NULL CHECK (status IN ('PENDING', 'VERIFIED', 'REJECTED', 'REPLACED', 'WITHDRAWN')),
  kind             text NOT NULL CHECK (kind IN ('IBAN', 'GATEWAY_ACCOUNT')),
  holder           text NOT NULL,
  -- Of the IBAN.
  country          char(2),
  sealed_number    text NOT NULL,
  number_hint      text NOT NULL,
  requested_by     text NOT NULL,
  decided_by       text,
  decided_at       timestamptz(3),
  rejection_reason text,
  -- From when on it is paid to: set when it is verified.
  payable_at     timestamptz(3),
  created_at       timestamptz(3) NOT NULL,
  updated_at       timestamptz(3) NOT NULL,
  version          integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  CHECK ((kind = 'IBAN') = (country IS NOT NULL)),
  CHECK ((decided_by IS NULL) = (decided_at IS NULL)),
  CHECK (decided_by IS DISTINCT FROM requested_by OR decided_by IS NULL),
  CHECK ((status = 'REJECTED') = (rejection_reason IS NOT NULL)),
  CHECK (status NOT IN ('VERIFIED', 'REPLACED') OR payable_at IS NOT NULL AND decided_by IS NOT NULL)
);
CREATE INDEX payout_accounts_updated_at ON payout_accounts (tenant_id, updated_at, id);
CREATE UNIQUE INDEX payout_accounts_pending ON payout_accounts (tenant_id, provider_id) WHERE status = 'PENDING';
CREATE UNIQUE INDEX payout_accounts_verified ON payout_accounts (tenant_id, provider_id) WHERE status = 'VERIFIED';
CALL therapy.isolate('payout_accounts', 'SELECT, INSERT, UPDATE');

-- How long an account that follows another is not paid to.
ALTER TABLE tenants ADD COLUMN payout_cooling_off_days integer NOT NULL DEFAULT 3
  CHECK (payout_cooling_off_days BETWEEN 0 AND 30);

-- Settlements of before named a token of the gateway. From now on the account is the provider's, chosen at approval.
ALTER TABLE settlements RENAME COLUMN payout_account_id TO gateway_account_token;
ALTER TABLE settlements
  ALTER COLUMN gateway_account_token DROP NOT NULL,
  ADD COLUMN payout_account_id text,
  ADD FOREIGN KEY (tenant_id, payout_account_id) REFERENCES payout_accounts,
  ADD CHECK (payout_account_id IS NULL OR gateway_account_token IS NULL);
