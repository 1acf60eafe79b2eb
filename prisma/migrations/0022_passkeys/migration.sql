-- Passkeys, second factors, and signing in again before what weighs much (docs/decisions/0115).

CREATE TABLE passkeys (
  tenant_id     text NOT NULL,
  id            text NOT NULL,
  user_id       text NOT NULL,
  -- What the authenticator calls it, and its public key (COSE): both in base64url.
  credential_id text NOT NULL,
  public_key    text NOT NULL,
  -- Grows with every use, where the authenticator counts: 32 bits without a sign.
  sign_count    double precision NOT NULL CHECK (sign_count BETWEEN 0 AND 4294967295),
  name          text NOT NULL,
  transports    text[] NOT NULL,
  is_backed_up  boolean NOT NULL,
  last_used_at  timestamptz(3),
  revoked_at    timestamptz(3),
  created_at    timestamptz(3) NOT NULL,
  updated_at    timestamptz(3) NOT NULL,
  version       integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT passkeys_credential UNIQUE (credential_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
);
CREATE INDEX passkeys_user ON passkeys (tenant_id, user_id, created_at DESC);
CREATE INDEX passkeys_updated_at ON passkeys (tenant_id, updated_at, id);

-- What an authenticator has to sign. The platform's own: who signs in is of no centre yet. Using one up deletes it.
CREATE TABLE passkey_challenges (
  -- The hash of the challenge.
  id             text PRIMARY KEY,
  purpose        text NOT NULL CHECK (purpose IN ('REGISTER', 'SIGN_IN', 'STEP_UP')),
  -- The browser, by the hash of its secret, or the session.
  bound_to       text NOT NULL,
  expires_at     timestamptz(3) NOT NULL
);
CREATE INDEX passkey_challenges_expires_at ON passkey_challenges (expires_at);
GRANT SELECT, INSERT, DELETE ON passkey_challenges TO therapy_system;

CALL therapy.isolate('passkeys', 'SELECT, INSERT, UPDATE', 'SELECT');

-- What stands in for a lost passkey of a user, once each: keyed hashes.
CREATE TABLE recovery_codes (
  tenant_id text NOT NULL,
  user_id   text NOT NULL,
  hashes    text[] NOT NULL,
  PRIMARY KEY (tenant_id, user_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
);
CALL therapy.isolate('recovery_codes', 'SELECT, INSERT, UPDATE');

ALTER TABLE tenants
  ADD COLUMN second_factor text NOT NULL DEFAULT 'NONE' CHECK (second_factor IN ('NONE', 'REQUIRED')),
  -- Null: whoever is signed in signs.
  ADD COLUMN signature_step_up_minutes integer CHECK (signature_step_up_minutes BETWEEN 1 AND 480);

ALTER TABLE user_sessions DROP CONSTRAINT user_sessions_method_check;
ALTER TABLE user_sessions ADD CONSTRAINT user_sessions_method_check
  CHECK (method IN ('LINK', 'INVITATION', 'OPERATOR', 'OIDC', 'PASSKEY', 'DELEGATION'));
ALTER TABLE user_sessions
  -- Opens nothing but what the factor takes.
  ADD COLUMN awaits_factor boolean NOT NULL DEFAULT false,
  -- Null: an identity provider did not say when.
  ALTER COLUMN authenticated_at DROP NOT NULL;

-- A link, or a visit to the identity provider, that proves anew who has a session.
ALTER TABLE sign_in_links DROP CONSTRAINT sign_in_links_purpose_check, DROP CONSTRAINT sign_in_links_check;
ALTER TABLE sign_in_links
  ADD COLUMN session_id text,
  ADD CONSTRAINT sign_in_links_purpose_check CHECK (purpose IN ('SIGN_IN', 'INVITATION', 'OPERATOR', 'STEP_UP')),
  ADD CONSTRAINT sign_in_links_browser CHECK ((browser_hash IS NOT NULL) = (purpose IN ('SIGN_IN', 'STEP_UP'))),
  ADD CONSTRAINT sign_in_links_session CHECK ((session_id IS NOT NULL) = (purpose = 'STEP_UP'));
ALTER TABLE sso_sign_ins
  ADD COLUMN session_id text;
