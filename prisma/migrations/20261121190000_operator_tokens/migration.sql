-- Tokens of operators, so that one can be taken back before it ends. The platform's own: no tenant's
-- role sees them. A token without a row opens nothing.
CREATE TABLE operator_tokens (
  id         text PRIMARY KEY,
  name       text NOT NULL,
  issued_at  timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3)
);
CREATE INDEX operator_tokens_expires_at ON operator_tokens (expires_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON operator_tokens TO therapy_system;
