-- The account that a centre is paid by, and what it is paid with (docs/decisions/0175).

-- Where no real money may go: a sandbox's account is made in such a centre alone.
ALTER TABLE tenants ADD COLUMN is_test boolean NOT NULL DEFAULT false;

CREATE TABLE payment_accounts (
  tenant_id             text NOT NULL REFERENCES tenants,
  id                    text NOT NULL,
  kind                  text NOT NULL CHECK (kind IN ('SANDBOX', 'STRIPE')),
  name                  text NOT NULL,
  -- Whether its keys move real money.
  is_live               boolean NOT NULL,
  -- The gateway's own id of it, where events say whose they are.
  gateway_account_id    text,
  publishable_key       text,
  sealed_secret_key     text,
  secret_key_hint       text,
  sealed_webhook_secret text,
  archived_at           timestamptz(3),
  created_at            timestamptz(3) NOT NULL,
  updated_at            timestamptz(3) NOT NULL,
  version               integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  CHECK ((kind = 'STRIPE') = (sealed_secret_key IS NOT NULL)),
  CHECK ((sealed_secret_key IS NULL) = (secret_key_hint IS NULL)),
  CHECK ((kind = 'STRIPE') = (publishable_key IS NOT NULL)),
  CHECK (kind = 'STRIPE' OR NOT is_live AND sealed_webhook_secret IS NULL AND gateway_account_id IS NULL)
);
CREATE INDEX payment_accounts_updated ON payment_accounts (tenant_id, updated_at, id);
-- New payments go through one account.
CREATE UNIQUE INDEX payment_accounts_active ON payment_accounts (tenant_id) WHERE archived_at IS NULL;
CALL therapy.isolate('payment_accounts', 'SELECT, INSERT, UPDATE');
-- A webhook names the account and no centre.
CREATE UNIQUE INDEX payment_accounts_id ON payment_accounts (id);
CREATE POLICY webhooks ON payment_accounts FOR SELECT TO therapy_system USING (sealed_webhook_secret IS NOT NULL);
GRANT SELECT (tenant_id, id, is_live, gateway_account_id, sealed_webhook_secret) ON payment_accounts TO therapy_system;

ALTER TABLE payments
  -- The account that took it: also gives it back. NULL: the deployment's sandbox, or a person.
  ADD COLUMN account_id text,
  -- Where the payer comes back to after an authentication.
  ADD COLUMN return_url text,
  -- Where the payer authenticates.
  ADD COLUMN next_action_url text,
  ADD FOREIGN KEY (tenant_id, account_id) REFERENCES payment_accounts,
  DROP CONSTRAINT payments_payment_method_type_check,
  ADD CONSTRAINT payments_payment_method_type_check
    CHECK (payment_method_type IN ('CARD', 'SEPA_DEBIT', 'CASH', 'BANK_TRANSFER', 'INSURER')),
  DROP CONSTRAINT payments_status_check,
  ADD CONSTRAINT payments_status_check CHECK (status IN ('PROCESSING', 'REQUIRES_ACTION', 'SUCCEEDED', 'FAILED')),
  DROP CONSTRAINT payments_check,
  ADD CONSTRAINT payments_settled CHECK ((status IN ('PROCESSING', 'REQUIRES_ACTION')) = (settled_at IS NULL)),
  ADD CONSTRAINT payments_action CHECK ((status = 'REQUIRES_ACTION') = (next_action_url IS NOT NULL)),
  ADD CONSTRAINT payments_manual CHECK ((gateway = 'manual') = (payment_method_type IN ('CASH', 'BANK_TRANSFER', 'INSURER')));
CREATE INDEX payments_reference ON payments (tenant_id, gateway_reference) WHERE gateway_reference IS NOT NULL;
