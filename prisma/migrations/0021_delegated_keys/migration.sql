-- Keys that act for a person outside of the browser (docs/decisions/0117).

ALTER TABLE tenants
  -- Days that such a key works at the most; 0: there are none.
  ADD COLUMN delegated_key_longest_days integer NOT NULL DEFAULT 30 CHECK (delegated_key_longest_days BETWEEN 0 AND 90);

-- A delegated key is a session: what ends sessions ends it. Its scopes narrow what its person may do.
ALTER TABLE user_sessions DROP CONSTRAINT user_sessions_method_check;
ALTER TABLE user_sessions ADD CONSTRAINT user_sessions_method_check
  CHECK (method IN ('LINK', 'INVITATION', 'OPERATOR', 'OIDC', 'DELEGATION'));
ALTER TABLE user_sessions ADD COLUMN name text, ADD COLUMN scopes text[] NOT NULL DEFAULT '{}',
  ADD CHECK ((name IS NOT NULL) = (method = 'DELEGATION')), ADD CHECK ((cardinality(scopes) > 0) = (method = 'DELEGATION'));

-- What a person has allowed and a program has not fetched yet: the authorization code of RFC 6749 §4.1 with RFC 7636.
CREATE TABLE authorization_codes (
  tenant_id      text NOT NULL,
  id             text NOT NULL,
  user_id        text NOT NULL,
  -- The session in which it was allowed.
  session_id     text NOT NULL,
  code_hash      text NOT NULL UNIQUE,
  code_challenge text NOT NULL,
  redirect_uri   text,
  name           text NOT NULL,
  scopes         text[] NOT NULL CHECK (cardinality(scopes) > 0),
  days           integer NOT NULL CHECK (days > 0),
  expires_at     timestamptz(3) NOT NULL,
  used_at        timestamptz(3),
  -- The key that it was exchanged for: used again, it ends it.
  key_id         text CHECK ((key_id IS NOT NULL) = (used_at IS NOT NULL)),
  created_at     timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
);
CREATE INDEX authorization_codes_expires_at ON authorization_codes (expires_at);

CALL therapy.isolate('authorization_codes', 'SELECT, INSERT, UPDATE', 'SELECT, DELETE');
