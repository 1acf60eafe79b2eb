-- Restriction of processing (GDPR Art. 18; docs/decisions/0054). Which tables it freezes is in restrictions-tables.sql.

-- Waits for current writes about the person: their foreign keys lock the person's row. Later writes wait for
-- this statement and are then refused.
CREATE OR REPLACE FUNCTION therapy.mark_restricted() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE since timestamptz(3) := CASE WHEN NEW.lifted_at IS NULL THEN NEW.started_at END;
BEGIN
  PERFORM FROM children WHERE tenant_id = NEW.tenant_id AND id = NEW.child_id FOR UPDATE;
  UPDATE children SET restricted_at = since, updated_at = NEW.updated_at, version = version + 1
  WHERE tenant_id = NEW.tenant_id AND id = NEW.child_id AND restricted_at IS DISTINCT FROM since;
  PERFORM FROM clients WHERE tenant_id = NEW.tenant_id AND id = NEW.client_id FOR UPDATE;
  UPDATE clients SET restricted_at = since, updated_at = NEW.updated_at, version = version + 1
  WHERE tenant_id = NEW.tenant_id AND id = NEW.client_id AND restricted_at IS DISTINCT FROM since;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER mark_restricted AFTER INSERT OR UPDATE ON processing_restrictions
  FOR EACH ROW EXECUTE FUNCTION therapy.mark_restricted();

-- The child that a record is about, by the record's id; null if it is not about a child. A dependent record has
-- the child of its parent.
CREATE OR REPLACE FUNCTION therapy.child_of(record text) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  tenant text := therapy.current_tenant();
BEGIN
  -- A CASE statement rather than an expression: it starts only the query that it needs.
  CASE split_part(record, '_', 1)
    WHEN 'chd' THEN RETURN record;
    WHEN 'grd' THEN RETURN (SELECT child_id FROM guardianships WHERE tenant_id = tenant AND id = record);
    WHEN 'ctm' THEN RETURN (SELECT child_id FROM care_team_members WHERE tenant_id = tenant AND id = record);
    WHEN 'csn' THEN RETURN (SELECT child_id FROM consents WHERE tenant_id = tenant AND id = record);
    WHEN 'dgn' THEN RETURN (SELECT child_id FROM diagnoses WHERE tenant_id = tenant AND id = record);
    WHEN 'apt' THEN RETURN (SELECT child_id FROM appointments WHERE tenant_id = tenant AND id = record);
    WHEN 'hld' THEN RETURN (SELECT child_id FROM appointments WHERE tenant_id = tenant AND hold_id = record);
    WHEN 'srs' THEN RETURN (SELECT child_id FROM series WHERE tenant_id = tenant AND id = record);
    WHEN 'gwt' THEN RETURN (SELECT child_id FROM group_waitlist_entries WHERE tenant_id = tenant AND id = record);
    WHEN 'wle' THEN RETURN (SELECT child_id FROM waitlist_entries WHERE tenant_id = tenant AND id = record);
    WHEN 'wlo' THEN RETURN (SELECT e.child_id FROM waitlist_offers o
      JOIN waitlist_entries e ON e.tenant_id = o.tenant_id AND e.id = o.entry_id WHERE o.tenant_id = tenant AND o.id = record);
    WHEN 'cal' THEN RETURN (SELECT child_id FROM calendar_feeds WHERE tenant_id = tenant AND id = record);
    WHEN 'fbk' THEN RETURN (SELECT a.child_id FROM feedback f
      JOIN appointments a ON a.tenant_id = f.tenant_id AND a.id = f.appointment_id WHERE f.tenant_id = tenant AND f.id = record);
    WHEN 'ses' THEN RETURN (SELECT child_id FROM sessions WHERE tenant_id = tenant AND id = record);
    WHEN 'nte' THEN RETURN (SELECT s.child_id FROM session_notes n
      JOIN sessions s ON s.tenant_id = n.tenant_id AND s.id = n.session_id WHERE n.tenant_id = tenant AND n.id = record);
    WHEN 'gol' THEN RETURN (SELECT child_id FROM goals WHERE tenant_id = tenant AND id = record);
    WHEN 'gms' THEN RETURN (SELECT g.child_id FROM goal_measurements m
      JOIN goals g ON g.tenant_id = m.tenant_id AND g.id = m.goal_id WHERE m.tenant_id = tenant AND m.id = record);
    WHEN 'grv' THEN RETURN (SELECT g.child_id FROM goal_reviews r
      JOIN goals g ON g.tenant_id = r.tenant_id AND g.id = r.goal_id WHERE r.tenant_id = tenant AND r.id = record);
    WHEN 'frm' THEN RETURN (SELECT child_id FROM form_responses WHERE tenant_id = tenant AND id = record);
    WHEN 'ash' THEN RETURN (SELECT child_id FROM assessment_schedules WHERE tenant_id = tenant AND id = record);
    WHEN 'asm' THEN RETURN (SELECT child_id FROM assessments WHERE tenant_id = tenant AND id = record);
    WHEN 'trc' THEN RETURN (SELECT child_id FROM treatment_cycles WHERE tenant_id = tenant AND id = record);
    WHEN 'fil' THEN RETURN (SELECT child_id FROM attachments WHERE tenant_id = tenant AND id = record);
    WHEN 'eip' THEN RETURN (SELECT child_id FROM early_intervention_programs WHERE tenant_id = tenant AND id = record);
    WHEN 'cki' THEN RETURN (SELECT p.child_id FROM family_check_ins c
      JOIN early_intervention_programs p ON p.tenant_id = c.tenant_id AND p.id = c.program_id
      WHERE c.tenant_id = tenant AND c.id = record);
    WHEN 'ifs' THEN RETURN (SELECT p.child_id FROM ifsps i
      JOIN early_intervention_programs p ON p.tenant_id = i.tenant_id AND p.id = i.program_id
      WHERE i.tenant_id = tenant AND i.id = record);
    WHEN 'led' THEN RETURN (SELECT child_id FROM leads WHERE tenant_id = tenant AND id = record);
    WHEN 'tsk' THEN RETURN (SELECT child_id FROM tasks WHERE tenant_id = tenant AND id = record);
    WHEN 'pkg' THEN RETURN (SELECT child_id FROM session_packages WHERE tenant_id = tenant AND id = record);
    WHEN 'sbl' THEN RETURN (SELECT child_id FROM superbills WHERE tenant_id = tenant AND id = record);
    WHEN 'ord' THEN RETURN (SELECT child_id FROM orders WHERE tenant_id = tenant AND id = record);
    WHEN 'pay' THEN RETURN (SELECT o.child_id FROM payments p
      JOIN orders o ON o.tenant_id = p.tenant_id AND o.id = p.order_id WHERE p.tenant_id = tenant AND p.id = record);
    WHEN 'rfd' THEN RETURN (SELECT o.child_id FROM refunds r
      JOIN payments p ON p.tenant_id = r.tenant_id AND p.id = r.payment_id
      JOIN orders o ON o.tenant_id = p.tenant_id AND o.id = p.order_id WHERE r.tenant_id = tenant AND r.id = record);
    WHEN 'dsp' THEN RETURN (SELECT o.child_id FROM disputes d
      JOIN payments p ON p.tenant_id = d.tenant_id AND p.id = d.payment_id
      JOIN orders o ON o.tenant_id = p.tenant_id AND o.id = p.order_id WHERE d.tenant_id = tenant AND d.id = record);
    ELSE RETURN NULL;
  END CASE;
END $$;

-- The child of a workflow's subject, by which operators find the workflow; null if there is none. It covers
-- more than a restriction does: actions about a child (a message, a review, an export, an erasure) count too.
CREATE OR REPLACE FUNCTION therapy.child_of_subject(tenant text, subject text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET plan_cache_mode = force_generic_plan
AS $$
BEGIN
  -- Set until the transaction ends, because the relay queries many tenants in one statement.
  PERFORM set_config('app.tenant', tenant, true);
  CASE split_part(subject, '_', 1)
    WHEN 'msg' THEN RETURN (SELECT therapy.child_of_subject(tenant, m.subject_id) FROM messages m
      WHERE m.tenant_id = tenant AND m.id = subject);
    -- An invoice for several children, or for none, belongs to no single child.
    WHEN 'inv' THEN RETURN (SELECT min(o.child_id) FROM invoice_orders l
      JOIN orders o ON o.tenant_id = l.tenant_id AND o.id = l.order_id
      WHERE l.tenant_id = tenant AND l.invoice_id = subject
      HAVING count(DISTINCT o.child_id) = 1 AND count(o.child_id) = count(*));
    WHEN 'bgg' THEN RETURN (SELECT child_id FROM break_glass_grants WHERE tenant_id = tenant AND id = subject);
    WHEN 'pex' THEN RETURN (SELECT child_id FROM person_exports WHERE tenant_id = tenant AND id = subject);
    WHEN 'ers' THEN RETURN (SELECT child_id FROM erasures WHERE tenant_id = tenant AND id = subject);
    WHEN 'dcg' THEN RETURN (SELECT child_id FROM discharges WHERE tenant_id = tenant AND id = subject);
    WHEN 'rst' THEN RETURN (SELECT person_id FROM processing_restrictions
      WHERE tenant_id = tenant AND id = subject AND client_id IS NULL);
    ELSE RETURN therapy.child_of(subject);
  END CASE;
END $$;

-- The persons to whom the given columns of a row refer.
CREATE OR REPLACE FUNCTION therapy.persons_of(fields jsonb, cols text[]) RETURNS text[]
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT array_agg(CASE WHEN fields->>col LIKE 'cli\_%' THEN fields->>col ELSE therapy.child_of(fields->>col) END)
  FROM unnest(cols) AS col WHERE fields->>col IS NOT NULL
$$;

-- Refuses a row of a restricted person. By its name, this trigger runs after the triggers of foreign keys,
-- which have locked the person's row by then, so a restriction in progress has been waited for. Persons are
-- checked one by one, so that the partial index is used at any table size; an array of unknown length would
-- cause a full scan. An erasure passes the restriction that it set itself: `app.erasing` contains the person
-- being erased. A child's existing records may still refer to an erased client; new ones cannot.
CREATE OR REPLACE FUNCTION therapy.refuse_restricted() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  tenant text := COALESCE(NEW.tenant_id, OLD.tenant_id);
  persons text[];
  person text;
  restriction record;
BEGIN
  IF TG_NARGS > 1 OR TG_ARGV[0] <> 'child_id' THEN
    persons := therapy.persons_of(to_jsonb(NEW), TG_ARGV) || therapy.persons_of(to_jsonb(OLD), TG_ARGV);
  ELSIF NEW.child_id = OLD.child_id THEN
    persons := ARRAY[NEW.child_id];
  ELSE
    persons := ARRAY[NEW.child_id, OLD.child_id];
  END IF;
  FOREACH person IN ARRAY COALESCE(persons, '{}') LOOP
    CONTINUE WHEN person IS NULL;
    SELECT r.id, r.ground, r.client_id INTO restriction FROM processing_restrictions r
    WHERE r.tenant_id = tenant AND r.person_id = person AND r.lifted_at IS NULL;
    CONTINUE WHEN NOT FOUND OR restriction.ground = 'RETENTION' AND (
      persons && COALESCE(NULLIF(current_setting('app.erasing', true), '')::text[], '{}')
      OR TG_OP <> 'INSERT' AND restriction.client_id IS NOT NULL
        AND EXISTS (SELECT FROM unnest(persons) AS other WHERE other LIKE 'chd\_%'));
    RAISE EXCEPTION 'processing of % is restricted by %', person, restriction.id
      USING ERRCODE = 'PR018', SCHEMA = TG_TABLE_SCHEMA, TABLE = TG_TABLE_NAME;
  END LOOP;
  RETURN NULL;
END $$;

GRANT CREATE ON SCHEMA therapy TO therapy_care;
ALTER FUNCTION therapy.child_of(text) OWNER TO therapy_care;
ALTER FUNCTION therapy.child_of_subject(text, text) OWNER TO therapy_care;
ALTER FUNCTION therapy.refuse_restricted() OWNER TO therapy_care;
REVOKE CREATE ON SCHEMA therapy FROM therapy_care;
REVOKE EXECUTE ON FUNCTION therapy.child_of(text),
  therapy.child_of_subject(text, text),
  therapy.refuse_restricted() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION therapy.child_of(text) TO therapy_app, therapy_caseload;
-- It works across tenants, so only the relay may call it.
GRANT EXECUTE ON FUNCTION therapy.child_of_subject(text, text) TO therapy_system;

-- A person's restricted_at follows the open restriction and cannot change otherwise; changing it alone could
-- bypass the freeze of other columns.
CREATE OR REPLACE FUNCTION therapy.assert_restriction_marked() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  IF NEW.restricted_at IS DISTINCT FROM (SELECT r.started_at FROM processing_restrictions r
    WHERE r.tenant_id = NEW.tenant_id AND r.person_id = NEW.id AND r.lifted_at IS NULL) THEN
    RAISE EXCEPTION 'restricted_at of % follows its processing restriction', NEW.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER restriction_marked AFTER UPDATE OF restricted_at ON children FOR EACH ROW
  WHEN (NEW.restricted_at IS DISTINCT FROM OLD.restricted_at) EXECUTE FUNCTION therapy.assert_restriction_marked();
CREATE OR REPLACE TRIGGER restriction_marked AFTER UPDATE OF restricted_at ON clients FOR EACH ROW
  WHEN (NEW.restricted_at IS DISTINCT FROM OLD.restricted_at) EXECUTE FUNCTION therapy.assert_restriction_marked();
