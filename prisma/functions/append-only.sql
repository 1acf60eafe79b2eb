-- Rows that are never changed or deleted. The triggers that lock notes and forms make exceptions for erasures
-- and for the removal of a closed centre: see signed-notes.sql and forms.sql.

CREATE OR REPLACE FUNCTION therapy.refuse_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

-- Makes a table's rows immutable. Rows of a closed centre can still be removed, unless `unless_closing` is
-- false.
CREATE OR REPLACE PROCEDURE therapy.append_only(tab regclass, unless_closing boolean DEFAULT true)
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  EXECUTE format('CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON %s
    FOR EACH ROW %s EXECUTE FUNCTION therapy.refuse_change()',
    tab, CASE WHEN unless_closing THEN 'WHEN (current_user <> ''therapy_closer'')' ELSE '' END);
  EXECUTE format('CREATE OR REPLACE TRIGGER never_emptied BEFORE TRUNCATE ON %s
    FOR EACH STATEMENT EXECUTE FUNCTION therapy.refuse_change()', tab);
END $$;

CALL therapy.append_only('audit_entries', unless_closing => false);
CALL therapy.append_only('audit_seals', unless_closing => false);
CALL therapy.append_only('audit_heads', unless_closing => false);
CALL therapy.append_only('form_template_versions');
CALL therapy.append_only('assistant_versions');
CALL therapy.append_only('onboarding_plan_versions');
CALL therapy.append_only('onboarding_stages');
CALL therapy.append_only('split_terms');

-- These rows are locked when they are signed.
CREATE OR REPLACE TRIGGER never_emptied BEFORE TRUNCATE ON form_responses
  FOR EACH STATEMENT EXECUTE FUNCTION therapy.refuse_change();
CREATE OR REPLACE TRIGGER never_emptied BEFORE TRUNCATE ON form_signatures
  FOR EACH STATEMENT EXECUTE FUNCTION therapy.refuse_change();
CREATE OR REPLACE TRIGGER never_emptied BEFORE TRUNCATE ON ifsps
  FOR EACH STATEMENT EXECUTE FUNCTION therapy.refuse_change();
CREATE OR REPLACE TRIGGER never_emptied BEFORE TRUNCATE ON ifsp_signatures
  FOR EACH STATEMENT EXECUTE FUNCTION therapy.refuse_change();
CREATE OR REPLACE TRIGGER never_emptied BEFORE TRUNCATE ON session_notes
  FOR EACH STATEMENT EXECUTE FUNCTION therapy.refuse_change();
CREATE OR REPLACE TRIGGER never_emptied BEFORE TRUNCATE ON session_note_signatures
  FOR EACH STATEMENT EXECUTE FUNCTION therapy.refuse_change();
CREATE OR REPLACE TRIGGER never_emptied BEFORE TRUNCATE ON session_note_addenda
  FOR EACH STATEMENT EXECUTE FUNCTION therapy.refuse_change();
