-- A domain of a single sign-on connection counts once it is proved (docs/decisions/0224): [{ "domain": …, "provedAt": …, "provedBy": … }].
ALTER TABLE sso_connections ADD COLUMN domain_proofs jsonb NOT NULL DEFAULT '[]'
  CHECK (jsonb_typeof(domain_proofs) = 'array');
ALTER TABLE sso_connections ALTER COLUMN domain_proofs DROP DEFAULT;
-- Nobody has proved anything yet. Until then nothing is offered, and links sign in.
TRUNCATE sso_domains;
