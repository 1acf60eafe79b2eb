-- Issued invoices are documents (docs/decisions/0182): immutable and numbered without gaps.

-- A draft can be changed, issued or discarded. In an issued invoice, only an erasure removes texts that
-- identify a person.
CREATE OR REPLACE FUNCTION therapy.refuse_issued_invoice_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  erased text[] := ARRAY['buyer', 'lines', 'reason', 'note', 'updated_at', 'version'];
BEGIN
  -- A change of tenant is refused by row-level security.
  IF TG_OP = 'UPDATE' AND NEW.tenant_id <> OLD.tenant_id THEN RETURN NEW; END IF;
  IF TG_OP = 'UPDATE' AND current_user = 'therapy_eraser' AND to_jsonb(NEW) - erased = to_jsonb(OLD) - erased THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'invoice % is %', OLD.id, lower(OLD.status) USING ERRCODE = 'restrict_violation';
END $$;
CREATE OR REPLACE TRIGGER issued BEFORE UPDATE OR DELETE ON invoices FOR EACH ROW
  WHEN (OLD.status <> 'DRAFT' AND current_user <> 'therapy_closer')
  EXECUTE FUNCTION therapy.refuse_issued_invoice_change();
CREATE OR REPLACE TRIGGER never_emptied BEFORE TRUNCATE ON invoices
  FOR EACH STATEMENT EXECUTE FUNCTION therapy.refuse_change();

-- The orders of an issued invoice are fixed too. A credit note can remove an order, once.
CREATE OR REPLACE FUNCTION therapy.refuse_issued_order_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  of_invoice text := (SELECT i.status FROM invoices i WHERE i.tenant_id = OLD.tenant_id AND i.id = OLD.invoice_id);
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF of_invoice = 'DRAFT' THEN RETURN OLD; END IF;
  ELSIF NEW.tenant_id <> OLD.tenant_id THEN
    RETURN NEW;
  ELSIF of_invoice = 'ISSUED' AND OLD.credited_by IS NULL AND to_jsonb(NEW) - 'credited_by' = to_jsonb(OLD) - 'credited_by' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'invoice % is %', OLD.invoice_id, lower(of_invoice) USING ERRCODE = 'restrict_violation';
END $$;
CREATE OR REPLACE TRIGGER issued BEFORE UPDATE OR DELETE ON invoice_orders FOR EACH ROW
  WHEN (current_user <> 'therapy_closer') EXECUTE FUNCTION therapy.refuse_issued_order_change();

-- At commit, the previous number exists, and no number exceeds the counter.
CREATE OR REPLACE FUNCTION therapy.assert_gapless() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  IF NEW.sequence > 1 AND NOT EXISTS (SELECT FROM invoices i WHERE i.tenant_id = NEW.tenant_id
      AND i.legal_entity_id = NEW.legal_entity_id AND i.year = NEW.year AND i.sequence = NEW.sequence - 1)
    OR NOT EXISTS (SELECT FROM invoice_counters c WHERE c.tenant_id = NEW.tenant_id
      AND c.legal_entity_id = NEW.legal_entity_id AND c.year = NEW.year AND c.last >= NEW.sequence) THEN
    RAISE EXCEPTION 'the number of invoice % leaves a gap', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'invoices_gapless';
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS gapless ON invoices;
CREATE CONSTRAINT TRIGGER gapless AFTER INSERT OR UPDATE OF sequence ON invoices
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.sequence IS NOT NULL) EXECUTE FUNCTION therapy.assert_gapless();

-- An issued superbill is immutable. It moves with its child to another record in a merge, and an erasure
-- deletes it.
CREATE OR REPLACE TRIGGER handed_out BEFORE UPDATE ON superbills FOR EACH ROW
  WHEN (current_user <> 'therapy_closer' AND to_jsonb(NEW) - '{tenant_id,child_id,updated_at,version}'::text[]
    <> to_jsonb(OLD) - '{tenant_id,child_id,updated_at,version}'::text[])
  EXECUTE FUNCTION therapy.refuse_change();
