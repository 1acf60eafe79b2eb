-- Sign-in by a centre's own OpenID Connect provider (docs/decisions/0112).

CREATE TABLE sso_connections (
  tenant_id            text NOT NULL,
  id                   text NOT NULL UNIQUE,
  name                 text NOT NULL,
  issuer               text NOT NULL,
  client_id            text NOT NULL,
  sealed_client_secret text NOT NULL,
  scopes               text[] NOT NULL CHECK ('openid' = ANY (scopes)),
  email_domains        text[] NOT NULL CHECK (cardinality(email_domains) > 0),
  -- The claim that says what somebody is to the centre, and what its values mean: [{ "value": …, "roles": […] }].
  role_claim           text,
  role_mappings        jsonb NOT NULL,
  default_roles        text[] NOT NULL,
  creates_users        boolean NOT NULL,
  trusts_emails        boolean NOT NULL,
  is_required          boolean NOT NULL,
  acr_values           text[] NOT NULL,
  max_age_seconds      integer CHECK (max_age_seconds >= 0),
  archived_at          timestamptz(3),
  created_at           timestamptz(3) NOT NULL,
  updated_at           timestamptz(3) NOT NULL,
  version              integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX sso_connections_updated_at ON sso_connections (tenant_id, updated_at, id);

-- The domains of connections in use, each of one connection in all centres; a trigger keeps them (prisma/functions/staff.sql).
CREATE TABLE sso_domains (
  tenant_id     text NOT NULL,
  connection_id text NOT NULL,
  domain        text NOT NULL CHECK (domain = lower(domain)),
  CONSTRAINT sso_domains_domain PRIMARY KEY (domain),
  FOREIGN KEY (tenant_id, connection_id) REFERENCES sso_connections (tenant_id, id)
);
CREATE INDEX sso_domains_connection ON sso_domains (tenant_id, connection_id);

-- One attempt to sign in: from leaving for the provider until coming back.
CREATE TABLE sso_sign_ins (
  tenant_id       text NOT NULL,
  id              text NOT NULL,
  connection_id   text NOT NULL,
  state_hash      text NOT NULL UNIQUE,
  browser_hash    text NOT NULL,
  -- Nonce and PKCE verifier.
  sealed_secrets  text NOT NULL,
  expires_at      timestamptz(3) NOT NULL,
  used_at         timestamptz(3),
  created_at      timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, connection_id) REFERENCES sso_connections (tenant_id, id)
);

-- Who somebody is to the provider: an address that is given to another person does not give them the account.
ALTER TABLE users ADD COLUMN sso_connection_id text, ADD COLUMN sso_subject text,
  ADD FOREIGN KEY (tenant_id, sso_connection_id) REFERENCES sso_connections (tenant_id, id),
  ADD CHECK ((sso_connection_id IS NULL) = (sso_subject IS NULL));
CREATE UNIQUE INDEX users_sso_subject ON users (tenant_id, sso_connection_id, sso_subject) WHERE sso_subject IS NOT NULL;

ALTER TABLE user_sessions DROP CONSTRAINT user_sessions_method_check;
ALTER TABLE user_sessions ADD CONSTRAINT user_sessions_method_check CHECK (method IN ('LINK', 'INVITATION', 'OPERATOR', 'OIDC'));
-- The connection of a session that began by it, and what its provider calls the session.
ALTER TABLE user_sessions ADD COLUMN sso_connection_id text, ADD COLUMN sso_session_id text,
  ADD FOREIGN KEY (tenant_id, sso_connection_id) REFERENCES sso_connections (tenant_id, id),
  ADD CHECK ((sso_connection_id IS NOT NULL) = (method = 'OIDC'));

CALL therapy.isolate('sso_connections', 'SELECT, INSERT, UPDATE', 'SELECT');
CALL therapy.isolate('sso_domains', 'SELECT, INSERT, DELETE', 'SELECT');
CALL therapy.isolate('sso_sign_ins', 'SELECT, INSERT, UPDATE', 'SELECT, DELETE');
