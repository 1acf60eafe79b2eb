-- The people who work in a centre: users, roles of the centre's own, sessions and sign-in links (docs/decisions/0109, 0110).

CREATE TYPE user_status AS ENUM ('INVITED', 'ACTIVE', 'DEACTIVATED');
CREATE TYPE role_sight AS ENUM ('CENTRE', 'CASELOAD');

CREATE TABLE roles (
  tenant_id   text NOT NULL,
  id          text NOT NULL,
  name        text NOT NULL,
  description text,
  sight       role_sight NOT NULL,
  permissions text[] NOT NULL CHECK (cardinality(permissions) > 0),
  archived_at timestamptz(3),
  created_at  timestamptz(3) NOT NULL,
  updated_at  timestamptz(3) NOT NULL,
  version     integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX roles_name ON roles (tenant_id, lower(name)) WHERE archived_at IS NULL;
CREATE INDEX roles_updated_at ON roles (tenant_id, updated_at, id);

-- A person in one centre. Who works in two is a user of each, with the same address.
CREATE TABLE users (
  tenant_id      text NOT NULL,
  id             text NOT NULL UNIQUE,
  email          text NOT NULL CHECK (email = lower(email)),
  name           text NOT NULL,
  status         user_status NOT NULL,
  -- Names of the platform's roles, and ids of the centre's own.
  roles          text[] NOT NULL CHECK (cardinality(roles) > 0),
  provider_id    text,
  invited_at     timestamptz(3) NOT NULL,
  activated_at   timestamptz(3),
  deactivated_at timestamptz(3) CHECK ((deactivated_at IS NOT NULL) = (status = 'DEACTIVATED')),
  created_at     timestamptz(3) NOT NULL,
  updated_at     timestamptz(3) NOT NULL,
  version        integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers (tenant_id, id)
);
CREATE UNIQUE INDEX users_email ON users (tenant_id, email);
CREATE INDEX users_by_email ON users (email) WHERE status <> 'DEACTIVATED';
CREATE UNIQUE INDEX users_provider ON users (tenant_id, provider_id) WHERE provider_id IS NOT NULL AND status <> 'DEACTIVATED';
CREATE INDEX users_updated_at ON users (tenant_id, updated_at, id);

CREATE TABLE user_sessions (
  tenant_id           text NOT NULL,
  id                  text NOT NULL,
  user_id             text NOT NULL,
  token_hash          text NOT NULL UNIQUE,
  -- The token before it may still be on its way: it is taken for a minute.
  previous_token_hash text,
  rotated_at          timestamptz(3) NOT NULL,
  method              text NOT NULL CHECK (method IN ('LINK', 'INVITATION', 'OPERATOR')),
  -- When the person last proved who they are.
  authenticated_at    timestamptz(3) NOT NULL,
  last_used_at        timestamptz(3) NOT NULL,
  idle_minutes        integer NOT NULL CHECK (idle_minutes > 0),
  expires_at          timestamptz(3) NOT NULL,
  ip                  text,
  user_agent          text,
  revoked_at          timestamptz(3),
  created_at          timestamptz(3) NOT NULL,
  updated_at          timestamptz(3) NOT NULL,
  version             integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
);
CREATE INDEX user_sessions_user ON user_sessions (tenant_id, user_id, created_at DESC);
CREATE INDEX user_sessions_previous ON user_sessions (previous_token_hash) WHERE previous_token_hash IS NOT NULL;
CREATE INDEX user_sessions_updated_at ON user_sessions (tenant_id, updated_at, id);

CREATE TABLE sign_in_links (
  tenant_id    text NOT NULL,
  id           text NOT NULL,
  user_id      text NOT NULL,
  purpose      text NOT NULL CHECK (purpose IN ('SIGN_IN', 'INVITATION', 'OPERATOR')),
  token_hash   text NOT NULL UNIQUE,
  -- The browser that asked; invitations, and what an operator hands over, are not asked for by the browser that follows them.
  browser_hash text CHECK ((browser_hash IS NOT NULL) = (purpose = 'SIGN_IN')),
  expires_at   timestamptz(3) NOT NULL,
  used_at      timestamptz(3),
  created_at   timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
);
CREATE INDEX sign_in_links_user ON sign_in_links (tenant_id, user_id, created_at);

-- Sign-in happens before there is a tenant to set.
CALL therapy.isolate('roles', 'SELECT, INSERT, UPDATE', 'SELECT');
CALL therapy.isolate('users', 'SELECT, INSERT, UPDATE', 'SELECT');
CALL therapy.isolate('user_sessions', 'SELECT, INSERT, UPDATE', 'SELECT, DELETE');
CALL therapy.isolate('sign_in_links', 'SELECT, INSERT, UPDATE', 'SELECT, DELETE');
GRANT UPDATE (token_hash, previous_token_hash, rotated_at, last_used_at, revoked_at) ON user_sessions TO therapy_system;

ALTER TABLE messages DROP CONSTRAINT messages_recipient_type_check;
ALTER TABLE messages ADD CONSTRAINT messages_recipient_type_check
  CHECK (recipient_type IN ('client', 'provider', 'webhookEndpoint', 'tenant', 'user'));

-- Through what a person acted: a session, or an API key of theirs. Part of what is hashed (domain/platform/audit/entry-hash.ts).
ALTER TABLE audit_entries ADD COLUMN actor_through text;
GRANT INSERT (actor_through) ON audit_entries TO therapy_app, therapy_caseload, therapy_system;
