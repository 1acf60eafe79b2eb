-- Restriction of processing (GDPR Art. 18; docs/decisions/0054): what is held of a person stays as it is, and nobody
-- does anything with it.

CREATE TYPE restriction_ground AS ENUM ('ACCURACY_CONTESTED', 'UNLAWFUL', 'LEGAL_CLAIM', 'OBJECTION', 'RETENTION');
CREATE TABLE processing_restrictions (
  tenant_id      text NOT NULL REFERENCES tenants,
  id             text NOT NULL,
  child_id       text,
  client_id      text,
  -- Ids of all kinds differ: one column, and one index, for both.
  person_id      text NOT NULL GENERATED ALWAYS AS (COALESCE(child_id, client_id)) STORED,
  ground         restriction_ground NOT NULL,
  reason         text NOT NULL,
  started_by     text NOT NULL,
  started_at     timestamptz(3) NOT NULL,
  -- Its lifting: announced to the person, and done.
  announced_at   timestamptz(3),
  lifts_at       timestamptz(3),
  lift_reason    text,
  informed       text,
  lifted_at      timestamptz(3),
  lifted_by      text,
  created_at     timestamptz(3) NOT NULL,
  updated_at     timestamptz(3) NOT NULL,
  version        integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  FOREIGN KEY (tenant_id, client_id) REFERENCES clients,
  CHECK (num_nonnulls(child_id, client_id) = 1),
  CHECK ((lifts_at IS NULL) = (announced_at IS NULL)),
  CHECK ((lifted_at IS NULL) = (lifted_by IS NULL)),
  -- Art. 18(3): whoever obtained it is told before. What is kept by law after an erasure was not obtained by anybody.
  CHECK (lifted_at IS NULL OR lifts_at IS NOT NULL OR informed IS NOT NULL OR ground = 'RETENTION'),
  CHECK (lifted_at IS NULL OR lift_reason IS NOT NULL)
);
CREATE UNIQUE INDEX processing_restrictions_open ON processing_restrictions (tenant_id, person_id) WHERE lifted_at IS NULL;
CREATE INDEX processing_restrictions_person ON processing_restrictions (tenant_id, person_id);
CREATE INDEX processing_restrictions_created ON processing_restrictions (tenant_id, created_at, id);
CALL therapy.isolate('processing_restrictions', 'SELECT, INSERT, UPDATE');
CALL therapy.restrict('processing_restrictions');

-- Readers of the person see it without asking for it.
ALTER TABLE children ADD COLUMN restricted_at timestamptz(3);
ALTER TABLE clients ADD COLUMN restricted_at timestamptz(3);

-- Waits for rows of the person that are being written: their foreign keys hold its row. Rows that come later wait
-- for this, and are then refused.
CREATE FUNCTION therapy.mark_restricted() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER mark_restricted AFTER INSERT OR UPDATE ON processing_restrictions
  FOR EACH ROW EXECUTE FUNCTION therapy.mark_restricted();

-- Whose a record is, by its id; null for what is not about a child. Of what hangs on other records, theirs.
CREATE FUNCTION therapy.child_of(record text) RETURNS text LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  tenant text := therapy.current_tenant();
BEGIN
  RETURN CASE split_part(record, '_', 1)
    WHEN 'chd' THEN record
    WHEN 'grd' THEN (SELECT child_id FROM guardianships WHERE tenant_id = tenant AND id = record)
    WHEN 'ctm' THEN (SELECT child_id FROM care_team_members WHERE tenant_id = tenant AND id = record)
    WHEN 'csn' THEN (SELECT child_id FROM consents WHERE tenant_id = tenant AND id = record)
    WHEN 'apt' THEN (SELECT child_id FROM appointments WHERE tenant_id = tenant AND id = record)
    WHEN 'srs' THEN (SELECT child_id FROM series WHERE tenant_id = tenant AND id = record)
    WHEN 'gwt' THEN (SELECT child_id FROM group_waits WHERE tenant_id = tenant AND id = record)
    WHEN 'wle' THEN (SELECT child_id FROM waitlist_entries WHERE tenant_id = tenant AND id = record)
    WHEN 'wlo' THEN (SELECT e.child_id FROM waitlist_offers o
      JOIN waitlist_entries e ON e.tenant_id = o.tenant_id AND e.id = o.entry_id WHERE o.tenant_id = tenant AND o.id = record)
    WHEN 'cal' THEN (SELECT child_id FROM calendar_feeds WHERE tenant_id = tenant AND id = record)
    WHEN 'fbk' THEN (SELECT a.child_id FROM feedback f
      JOIN appointments a ON a.tenant_id = f.tenant_id AND a.id = f.appointment_id WHERE f.tenant_id = tenant AND f.id = record)
    WHEN 'ses' THEN (SELECT child_id FROM sessions WHERE tenant_id = tenant AND id = record)
    WHEN 'nte' THEN (SELECT s.child_id FROM session_notes n
      JOIN sessions s ON s.tenant_id = n.tenant_id AND s.id = n.session_id WHERE n.tenant_id = tenant AND n.id = record)
    WHEN 'gol' THEN (SELECT child_id FROM goals WHERE tenant_id = tenant AND id = record)
    WHEN 'gms' THEN (SELECT g.child_id FROM goal_measurements m
      JOIN goals g ON g.tenant_id = m.tenant_id AND g.id = m.goal_id WHERE m.tenant_id = tenant AND m.id = record)
    WHEN 'grv' THEN (SELECT g.child_id FROM goal_reviews r
      JOIN goals g ON g.tenant_id = r.tenant_id AND g.id = r.goal_id WHERE r.tenant_id = tenant AND r.id = record)
    WHEN 'frm' THEN (SELECT child_id FROM form_responses WHERE tenant_id = tenant AND id = record)
    WHEN 'ash' THEN (SELECT child_id FROM assessment_schedules WHERE tenant_id = tenant AND id = record)
    WHEN 'asm' THEN (SELECT child_id FROM assessments WHERE tenant_id = tenant AND id = record)
    WHEN 'trc' THEN (SELECT child_id FROM treatment_cycles WHERE tenant_id = tenant AND id = record)
    WHEN 'fil' THEN (SELECT child_id FROM attachments WHERE tenant_id = tenant AND id = record)
    WHEN 'eip' THEN (SELECT child_id FROM early_intervention_programmes WHERE tenant_id = tenant AND id = record)
    WHEN 'cki' THEN (SELECT p.child_id FROM check_ins c
      JOIN early_intervention_programmes p ON p.tenant_id = c.tenant_id AND p.id = c.programme_id
      WHERE c.tenant_id = tenant AND c.id = record)
    WHEN 'ord' THEN (SELECT child_id FROM orders WHERE tenant_id = tenant AND id = record)
    WHEN 'pay' THEN (SELECT o.child_id FROM payments p
      JOIN orders o ON o.tenant_id = p.tenant_id AND o.id = p.order_id WHERE p.tenant_id = tenant AND p.id = record)
  END;
END $$;

-- The persons that the named columns of a row are about.
CREATE FUNCTION therapy.persons_of(fields jsonb, cols text[]) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT array_agg(CASE WHEN fields->>col LIKE 'cli\_%' THEN fields->>col ELSE therapy.child_of(fields->>col) END)
  FROM unnest(cols) AS col WHERE fields->>col IS NOT NULL
$$;

-- Refuses a row of a restricted person. It comes after the foreign keys' own triggers (by its name), which have
-- locked the person's row by then: one that is being restricted has been waited for.
CREATE FUNCTION therapy.refuse_restricted() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  tenant text := COALESCE(NEW.tenant_id, OLD.tenant_id);
  persons text[];
  restriction record;
BEGIN
  IF TG_NARGS = 1 AND TG_ARGV[0] = 'child_id' THEN
    persons := ARRAY[NEW.child_id, OLD.child_id];
  ELSE
    persons := therapy.persons_of(to_jsonb(NEW), TG_ARGV) || therapy.persons_of(to_jsonb(OLD), TG_ARGV);
  END IF;
  SELECT r.id, r.person_id INTO restriction FROM processing_restrictions r
  WHERE r.tenant_id = tenant AND r.person_id = ANY (persons) AND r.lifted_at IS NULL
    -- When the law does not ask to keep it any longer, it goes.
    AND NOT (TG_OP = 'DELETE' AND r.ground = 'RETENTION')
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'processing of % is restricted by %', restriction.person_id, restriction.id
      USING ERRCODE = 'PR018', SCHEMA = TG_TABLE_SCHEMA, TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NULL;
END $$;

-- The role that decides who sees whom reads whose records are, and of whom nothing may be done.
GRANT CREATE ON SCHEMA therapy TO therapy_care;
GRANT SELECT (tenant_id, id, person_id, ground, lifted_at) ON processing_restrictions TO therapy_care;
CREATE POLICY care ON processing_restrictions FOR SELECT TO therapy_care USING (tenant_id = therapy.current_tenant());
DO $$
DECLARE
  owners jsonb := '{"guardianships":"child_id","care_team_members":"child_id","consents":"child_id","series":"child_id",
    "group_waits":"child_id","waitlist_entries":"child_id","waitlist_offers":"entry_id","calendar_feeds":"child_id",
    "feedback":"appointment_id","sessions":"child_id","session_notes":"session_id","goals":"child_id",
    "goal_measurements":"goal_id","goal_reviews":"goal_id","form_responses":"child_id","assessment_schedules":"child_id",
    "assessments":"child_id","treatment_cycles":"child_id","attachments":"child_id",
    "early_intervention_programmes":"child_id","check_ins":"programme_id","orders":"child_id","payments":"order_id"}';
  tab regclass;
  col text;
BEGIN
  FOR tab, col IN SELECT * FROM jsonb_each_text(owners) LOOP
    EXECUTE format('GRANT SELECT (tenant_id, id, %I) ON %s TO therapy_care', col, tab);
    IF NOT EXISTS (SELECT FROM pg_policy WHERE polrelid = tab AND polname = 'care') THEN
      EXECUTE format('CREATE POLICY care ON %s FOR SELECT TO therapy_care USING (tenant_id = therapy.current_tenant())', tab);
    END IF;
  END LOOP;
END $$;
ALTER FUNCTION therapy.child_of(text) OWNER TO therapy_care;
ALTER FUNCTION therapy.refuse_restricted() OWNER TO therapy_care;
REVOKE EXECUTE ON FUNCTION therapy.child_of(text), therapy.refuse_restricted() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION therapy.child_of(text) TO therapy_app, therapy_caseload;

-- Freezes a table: no row of a restricted person is written, changed or deleted. `cols` name the person, or records
-- that are the person's. What `unless` says of OLD and NEW may be done all the same: it ends what runs, or counts it;
-- `new_unless` is the same for new rows. The reasons stand in domain/persons/tables.ts.
CREATE PROCEDURE therapy.freeze(tab regclass, cols text DEFAULT 'child_id', unless text DEFAULT NULL, new_unless text DEFAULT NULL)
LANGUAGE plpgsql AS $$
DECLARE args text := (SELECT string_agg(quote_literal(trim(col)), ', ') FROM unnest(string_to_array(cols, ',')) AS col);
BEGIN
  EXECUTE format('CREATE TRIGGER restricted_new AFTER INSERT ON %s FOR EACH ROW %s EXECUTE FUNCTION therapy.refuse_restricted(%s)',
    tab, COALESCE('WHEN ((' || new_unless || ') IS NOT TRUE)', ''), args);
  EXECUTE format('CREATE TRIGGER restricted_change AFTER UPDATE ON %s FOR EACH ROW %s EXECUTE FUNCTION therapy.refuse_restricted(%s)',
    tab, COALESCE('WHEN ((' || unless || ') IS NOT TRUE)', ''), args);
  EXECUTE format('CREATE TRIGGER restricted_removal AFTER DELETE ON %s FOR EACH ROW EXECUTE FUNCTION therapy.refuse_restricted(%s)',
    tab, args);
END $$;

CALL therapy.freeze('children', 'id', unless => 'NEW.restricted_at IS DISTINCT FROM OLD.restricted_at');
CALL therapy.freeze('clients', 'id', unless => 'NEW.restricted_at IS DISTINCT FROM OLD.restricted_at');
CALL therapy.freeze('guardianships', 'child_id, client_id', unless => 'OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL');
CALL therapy.freeze('care_team_members', unless => 'NEW.ends_at IS DISTINCT FROM OLD.ends_at AND NEW.ends_at IS NOT NULL');
CALL therapy.freeze('child_merges', 'survivor_id, duplicate_id');
CALL therapy.freeze('pets', 'client_id');
CALL therapy.freeze('consents', 'child_id, granted_by_id', unless => 'OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL');
CALL therapy.freeze('appointments', unless =>
  $$NEW.status <> OLD.status AND NEW.status IN ('CANCELLED', 'DECLINED', 'EXPIRED', 'NO_SHOW', 'COMPLETED', 'ENTERED_IN_ERROR')
    OR NEW.fee IS DISTINCT FROM OLD.fee$$);
CALL therapy.freeze('series', unless => $$NEW.cancelled_at IS NOT NULL OR NEW.status = 'READY'$$);
CALL therapy.freeze('group_waits', unless => $$NEW.status = 'LEFT'$$);
CALL therapy.freeze('waitlist_entries', unless => $$NEW.status <> OLD.status AND NEW.status IN ('CANCELLED', 'WAITING')$$);
CALL therapy.freeze('waitlist_offers', 'entry_id', unless => $$NEW.status IN ('DECLINED', 'EXPIRED', 'WITHDRAWN')$$);
CALL therapy.freeze('calendar_feeds', unless => 'NEW.revoked_at IS NOT NULL');
CALL therapy.freeze('reminder_policies', 'client_id');
CALL therapy.freeze('feedback', 'appointment_id, client_id');
CALL therapy.freeze('sessions', unless => 'OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL');
CALL therapy.freeze('session_participants', 'session_id, client_id');
CALL therapy.freeze('session_goals', 'session_id');
CALL therapy.freeze('session_notes', 'session_id');
CALL therapy.freeze('session_note_versions', 'note_id');
CALL therapy.freeze('session_note_signatures', 'note_id');
CALL therapy.freeze('session_note_addenda', 'note_id');
CALL therapy.freeze('goals');
CALL therapy.freeze('goal_measurements', 'goal_id');
CALL therapy.freeze('goal_reviews', 'goal_id');
CALL therapy.freeze('form_responses', 'child_id, client_id', unless => $$NEW.status = 'CANCELLED'$$);
CALL therapy.freeze('form_signatures', 'response_id, client_id');
CALL therapy.freeze('assessment_schedules');
CALL therapy.freeze('assessments');
CALL therapy.freeze('assessment_corrections', 'assessment_id');
CALL therapy.freeze('treatment_cycles', unless => 'NEW.used <> OLD.used OR OLD.closed_at IS NULL AND NEW.closed_at IS NOT NULL');
CALL therapy.freeze('attachments');
CALL therapy.freeze('early_intervention_programmes', unless => $$NEW.status = 'CLOSED'$$);
CALL therapy.freeze('check_ins', 'programme_id, client_id');
CALL therapy.freeze('messages', 'subject_id, recipient_id',
  unless => $$NEW.status <> 'QUEUED' OR OLD.status = 'QUEUED' OR NEW.subject_type = 'processingRestriction'$$,
  new_unless => $$NEW.status <> 'QUEUED' OR NEW.subject_type = 'processingRestriction'$$);
CALL therapy.freeze('one_time_links', 'subject_id, recipient_id', unless => 'true');

-- What is restricted is in nobody's caseload; in an emergency the glass can be broken.
CREATE OR REPLACE FUNCTION therapy.caseload_of(team text[], provider text, at timestamptz)
RETURNS TABLE (child_id text, provider_id text, reason text, until timestamptz) LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET plan_cache_mode = force_generic_plan
AS $$
  SELECT * FROM (
    SELECT c.id AS child_id, c.primary_provider_id, 'PRIMARY_PROVIDER', NULL::timestamptz FROM public.children c
    WHERE c.tenant_id = therapy.current_tenant() AND c.primary_provider_id = ANY (team)
    UNION ALL
    SELECT m.child_id, m.provider_id, 'CARE_TEAM', m.ends_at FROM public.care_team_members m
    WHERE m.tenant_id = therapy.current_tenant() AND m.provider_id = ANY (team)
      AND m.starts_at <= at AND (m.ends_at IS NULL OR m.ends_at > at)
    UNION ALL
    SELECT a.child_id, a.provider_id, 'APPOINTMENT', max(a.ends_at) + interval '90 days' FROM public.appointments a
    WHERE a.tenant_id = therapy.current_tenant() AND a.provider_id = ANY (team) AND a.child_id IS NOT NULL
      AND a.starts_at > at - interval '91 days' AND a.ends_at > at - interval '90 days'
      AND a.status IN ('PENDING_CONFIRMATION', 'CONFIRMED', 'CHECKED_IN', 'IN_PROGRESS', 'COMPLETED', 'NO_SHOW')
    GROUP BY a.child_id, a.provider_id
    UNION ALL
    SELECT s.child_id, s.provider_id, 'SESSION', max(s.started_at) + interval '90 days' FROM public.sessions s
    WHERE s.tenant_id = therapy.current_tenant() AND s.provider_id = ANY (team) AND s.started_at > at - interval '90 days'
    GROUP BY s.child_id, s.provider_id
    UNION ALL
    SELECT p.child_id, p.coordinator_id, 'COORDINATOR', NULL FROM public.early_intervention_programmes p
    WHERE p.tenant_id = therapy.current_tenant() AND p.coordinator_id = ANY (team) AND p.status = 'ACTIVE'
  ) of_team
  WHERE of_team.child_id NOT IN (SELECT r.person_id FROM public.processing_restrictions r
    WHERE r.tenant_id = therapy.current_tenant() AND r.lifted_at IS NULL)
  UNION ALL
  SELECT g.child_id, g.provider_id, 'BREAK_GLASS', g.expires_at FROM public.break_glass_grants g
  WHERE g.tenant_id = therapy.current_tenant() AND g.provider_id = provider AND g.ended_at IS NULL AND g.expires_at > at
$$;
REVOKE CREATE ON SCHEMA therapy FROM therapy_care;

-- Restrictions are the centre's to know of.
CREATE POLICY restriction ON messages AS RESTRICTIVE TO therapy_caseload USING (subject_type <> 'processingRestriction');
CREATE POLICY restriction ON follow_ups AS RESTRICTIVE TO therapy_caseload USING (subject_type <> 'processingRestriction');
