-- Rows that are never changed and never deleted. What locks notes and forms lets an erasure pass, and the removal of a centre
-- that is closed: signed-notes.sql, forms.sql.

CREATE OR REPLACE FUNCTION therapy.refuse_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION therapy.refuse_change();
CREATE OR REPLACE TRIGGER never_emptied BEFORE TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION therapy.refuse_change();
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON audit_seals
  FOR EACH ROW EXECUTE FUNCTION therapy.refuse_change();
CREATE OR REPLACE TRIGGER never_emptied BEFORE TRUNCATE ON audit_seals
  FOR EACH STATEMENT EXECUTE FUNCTION therapy.refuse_change();
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON audit_heads
  FOR EACH ROW EXECUTE FUNCTION therapy.refuse_change();
CREATE OR REPLACE TRIGGER never_emptied BEFORE TRUNCATE ON audit_heads
  FOR EACH STATEMENT EXECUTE FUNCTION therapy.refuse_change();
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON form_template_versions
  FOR EACH ROW WHEN (current_user <> 'therapy_closer') EXECUTE FUNCTION therapy.refuse_change();
CREATE OR REPLACE TRIGGER never_emptied BEFORE TRUNCATE ON form_template_versions
  FOR EACH STATEMENT EXECUTE FUNCTION therapy.refuse_change();
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON assistant_versions
  FOR EACH ROW WHEN (current_user <> 'therapy_closer') EXECUTE FUNCTION therapy.refuse_change();
CREATE OR REPLACE TRIGGER never_emptied BEFORE TRUNCATE ON assistant_versions
  FOR EACH STATEMENT EXECUTE FUNCTION therapy.refuse_change();
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON onboarding_plan_versions
  FOR EACH ROW WHEN (current_user <> 'therapy_closer') EXECUTE FUNCTION therapy.refuse_change();
CREATE OR REPLACE TRIGGER never_emptied BEFORE TRUNCATE ON onboarding_plan_versions
  FOR EACH STATEMENT EXECUTE FUNCTION therapy.refuse_change();
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON onboarding_stages
  FOR EACH ROW WHEN (current_user <> 'therapy_closer') EXECUTE FUNCTION therapy.refuse_change();
CREATE OR REPLACE TRIGGER never_emptied BEFORE TRUNCATE ON onboarding_stages
  FOR EACH STATEMENT EXECUTE FUNCTION therapy.refuse_change();
CREATE OR REPLACE TRIGGER never_emptied BEFORE TRUNCATE ON form_responses
  FOR EACH STATEMENT EXECUTE FUNCTION therapy.refuse_change();
CREATE OR REPLACE TRIGGER never_emptied BEFORE TRUNCATE ON form_signatures
  FOR EACH STATEMENT EXECUTE FUNCTION therapy.refuse_change();
CREATE OR REPLACE TRIGGER never_emptied BEFORE TRUNCATE ON session_notes
  FOR EACH STATEMENT EXECUTE FUNCTION therapy.refuse_change();
CREATE OR REPLACE TRIGGER never_emptied BEFORE TRUNCATE ON session_note_signatures
  FOR EACH STATEMENT EXECUTE FUNCTION therapy.refuse_change();
CREATE OR REPLACE TRIGGER never_emptied BEFORE TRUNCATE ON session_note_addenda
  FOR EACH STATEMENT EXECUTE FUNCTION therapy.refuse_change();
