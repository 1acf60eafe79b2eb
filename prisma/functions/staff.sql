-- Staff (docs/decisions/0109): invariants of users that hold for every writer.

-- A centre that has an owner always keeps one. Two owners who leave at the same time wait for each other.
CREATE OR REPLACE FUNCTION therapy.keep_an_owner() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('owners/' || OLD.tenant_id, 0));
  IF NOT EXISTS (SELECT FROM users WHERE tenant_id = OLD.tenant_id AND id <> OLD.id AND status = 'ACTIVE' AND 'OWNER' = ANY (roles)) THEN
    RAISE EXCEPTION 'the centre would have no owner: constraint "users_last_owner"'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'users_last_owner', TABLE = 'users';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER keep_an_owner BEFORE UPDATE ON users FOR EACH ROW
  WHEN (OLD.status = 'ACTIVE' AND 'OWNER' = ANY (OLD.roles) AND NOT (NEW.status = 'ACTIVE' AND 'OWNER' = ANY (NEW.roles)))
  EXECUTE FUNCTION therapy.keep_an_owner();

-- A session is validated against the version of its user's row, so a change to a role updates the rows of its
-- users.
CREATE OR REPLACE FUNCTION therapy.touch_users_of_role() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  UPDATE users SET updated_at = NEW.updated_at WHERE tenant_id = NEW.tenant_id AND NEW.id = ANY (roles);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER touch_users AFTER UPDATE ON roles FOR EACH ROW EXECUTE FUNCTION therapy.touch_users_of_role();

-- A domain belongs to the connection that verified it, across all centres (domain/staff/README.md).
CREATE OR REPLACE FUNCTION therapy.keep_sso_domains() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  DELETE FROM sso_domains WHERE tenant_id = NEW.tenant_id AND connection_id = NEW.id;
  INSERT INTO sso_domains (tenant_id, connection_id, domain)
    SELECT NEW.tenant_id, NEW.id, proof ->> 'domain' FROM jsonb_array_elements(NEW.domain_proofs) proof;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER keep_sso_domains AFTER INSERT OR UPDATE OF domain_proofs ON sso_connections
  FOR EACH ROW EXECUTE FUNCTION therapy.keep_sso_domains();
