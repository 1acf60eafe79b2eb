-- Erasure of a person (docs/decisions/0051, 0052): how long records are kept, the erasures, and the one role that erases.

-- Years after the last contact; age until which a child's record is kept; calendar years after a payment. Their
-- sources stand in domain/retention/schemas.ts.
ALTER TABLE tenants
  ADD COLUMN clinical_retention_years  integer NOT NULL DEFAULT 10 CHECK (clinical_retention_years BETWEEN 3 AND 30),
  ADD COLUMN child_retention_age       integer DEFAULT 25 CHECK (child_retention_age BETWEEN 18 AND 40),
  ADD COLUMN financial_retention_years integer NOT NULL DEFAULT 8 CHECK (financial_retention_years BETWEEN 5 AND 15);

CREATE TYPE erasure_status AS ENUM ('SCHEDULED', 'RUNNING', 'RETAINING', 'COMPLETED', 'CANCELLED');
CREATE TABLE erasures (
  tenant_id      text NOT NULL REFERENCES tenants,
  id             text NOT NULL,
  child_id       text,
  client_id      text,
  status         erasure_status NOT NULL,
  -- Why, and who asked for it, in words. Both are forgotten with the person.
  reason         text,
  requester      text,
  created_by     text NOT NULL,
  starts_at      timestamptz(3) NOT NULL,
  started_at     timestamptz(3),
  retained_until timestamptz(3),
  completed_at   timestamptz(3),
  cancelled_at   timestamptz(3),
  -- Where the pass over the tables is, so that whoever takes it up goes on there.
  steps_done     integer NOT NULL DEFAULT 0,
  steps_total    integer NOT NULL,
  -- How many rows so far, by table; what stays, by which rule and until when; what has to end first.
  erased         jsonb NOT NULL DEFAULT '{}',
  retained       jsonb NOT NULL DEFAULT '[]',
  blockers       jsonb NOT NULL DEFAULT '[]',
  -- Ids of all that was the person's when it began: what names a record by its id alone is found by them.
  record_ids     text[] NOT NULL DEFAULT '{}',
  created_at     timestamptz(3) NOT NULL,
  updated_at     timestamptz(3) NOT NULL,
  version        integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  FOREIGN KEY (tenant_id, client_id) REFERENCES clients,
  CHECK (num_nonnulls(child_id, client_id) = 1),
  CHECK ((status IN ('RUNNING', 'RETAINING', 'COMPLETED')) = (started_at IS NOT NULL)),
  CHECK ((status = 'RETAINING') = (retained_until IS NOT NULL)),
  CHECK ((status = 'COMPLETED') = (completed_at IS NOT NULL)),
  CHECK ((status = 'CANCELLED') = (cancelled_at IS NOT NULL))
);
-- One at a time.
CREATE UNIQUE INDEX erasures_open_child ON erasures (tenant_id, child_id) WHERE status IN ('SCHEDULED', 'RUNNING', 'RETAINING');
CREATE UNIQUE INDEX erasures_open_client ON erasures (tenant_id, client_id) WHERE status IN ('SCHEDULED', 'RUNNING', 'RETAINING');
CREATE INDEX erasures_child ON erasures (tenant_id, child_id, id);
CREATE INDEX erasures_client ON erasures (tenant_id, client_id, id);
CREATE INDEX erasures_status ON erasures (tenant_id, status, id);
CALL therapy.isolate('erasures', 'SELECT, INSERT, UPDATE');
CALL therapy.restrict('erasures');

CREATE INDEX children_merged_into ON children (tenant_id, merged_into_id) WHERE merged_into_id IS NOT NULL;
-- By whom rows are found.
CREATE INDEX orders_client ON orders (tenant_id, client_id) WHERE client_id IS NOT NULL;
CREATE INDEX session_participants_client ON session_participants (tenant_id, client_id) WHERE client_id IS NOT NULL;
CREATE INDEX form_signatures_client ON form_signatures (tenant_id, client_id) WHERE client_id IS NOT NULL;
CREATE INDEX agent_actions_subject ON agent_actions (tenant_id, subject_id);

-- A child and the records that were merged into its own.
CREATE FUNCTION therapy.child_and_duplicates(child text) RETURNS text[] LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp
AS $$
  WITH RECURSIVE same AS (
    SELECT c.id FROM public.children c WHERE c.tenant_id = therapy.current_tenant() AND c.id = child
    UNION
    SELECT c.id FROM public.children c JOIN same s ON c.merged_into_id = s.id WHERE c.tenant_id = therapy.current_tenant())
  SELECT COALESCE(array_agg(id ORDER BY id), '{}') FROM same
$$;

-- When the clinical record of a child (given with its duplicates) need not be kept any more. Nothing obliges to keep that of
-- one who never came. The last contact is a session, an appointment that took place, an assessment, or a programme's end.
CREATE FUNCTION therapy.clinical_end(ids text[]) RETURNS timestamptz LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT greatest(
    contact.last + make_interval(years => t.clinical_retention_years),
    (SELECT max(c.birth_date + make_interval(years => t.child_retention_age)) AT TIME ZONE t.default_zone
     FROM public.children c WHERE c.tenant_id = t.tenant_id AND c.id = ANY (ids)))
  FROM public.tenants t CROSS JOIN LATERAL (
    SELECT max(at) AS last FROM (
      SELECT COALESCE(s.ended_at, s.started_at) AS at FROM public.sessions s
      WHERE s.tenant_id = t.tenant_id AND s.child_id = ANY (ids)
      UNION ALL
      SELECT a.ends_at FROM public.appointments a
      WHERE a.tenant_id = t.tenant_id AND a.child_id = ANY (ids) AND a.status IN ('CHECKED_IN', 'IN_PROGRESS', 'COMPLETED')
      UNION ALL
      SELECT x.administered_on::timestamp AT TIME ZONE t.default_zone FROM public.assessments x
      WHERE x.tenant_id = t.tenant_id AND x.child_id = ANY (ids)
      UNION ALL
      SELECT p.closed_on::timestamp AT TIME ZONE t.default_zone FROM public.early_intervention_programmes p
      WHERE p.tenant_id = t.tenant_id AND p.child_id = ANY (ids)) contacts) contact
  WHERE t.tenant_id = therapy.current_tenant() AND contact.last IS NOT NULL
$$;

-- Whose records name a client: as guardian, as who consented, answered, signed or was there.
CREATE FUNCTION therapy.children_of_client(client text) RETURNS text[] LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT COALESCE(array_agg(DISTINCT child_id), '{}') FROM (
    SELECT child_id FROM public.guardianships WHERE tenant_id = therapy.current_tenant() AND client_id = client
    UNION ALL
    SELECT child_id FROM public.consents WHERE tenant_id = therapy.current_tenant() AND granted_by_id = client
    UNION ALL
    SELECT child_id FROM public.form_responses WHERE tenant_id = therapy.current_tenant() AND client_id = client
    UNION ALL
    SELECT p.child_id FROM public.check_ins i JOIN public.early_intervention_programmes p
      ON p.tenant_id = i.tenant_id AND p.id = i.programme_id
    WHERE i.tenant_id = therapy.current_tenant() AND i.client_id = client
    UNION ALL
    SELECT s.child_id FROM public.session_participants x JOIN public.sessions s
      ON s.tenant_id = x.tenant_id AND s.id = x.session_id
    WHERE x.tenant_id = therapy.current_tenant() AND x.client_id = client) named
$$;

-- The one definition of how long a person's records are kept: until when clinical ones, and financial ones; NULL where
-- nothing obliges. `people`: who is erased. § 147(4) AO counts from the end of the calendar year.
CREATE FUNCTION therapy.retention_of(child text, client text)
RETURNS TABLE (people text[], clinical timestamptz, financial timestamptz) LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT who.people,
    CASE WHEN child IS NOT NULL THEN therapy.clinical_end(who.people)
      ELSE (SELECT max(therapy.clinical_end(therapy.child_and_duplicates(c))) FROM unnest(therapy.children_of_client(client)) c) END,
    (SELECT make_timestamptz(extract(year FROM max(paid.at) AT TIME ZONE t.default_zone)::int + 1 + t.financial_retention_years,
      1, 1, 0, 0, 0, t.default_zone)
     FROM public.tenants t CROSS JOIN LATERAL (
       SELECT greatest(o.created_at, p.settled_at) AS at FROM public.orders o LEFT JOIN public.payments p
         ON p.tenant_id = o.tenant_id AND p.order_id = o.id
       WHERE o.tenant_id = t.tenant_id AND (o.child_id = ANY (CASE WHEN child IS NULL THEN '{}' ELSE who.people END)
         OR o.client_id = client)) paid
     WHERE t.tenant_id = therapy.current_tenant() GROUP BY t.tenant_id, t.default_zone, t.financial_retention_years)
  FROM (SELECT CASE WHEN child IS NULL THEN ARRAY[client] ELSE therapy.child_and_duplicates(child) END AS people) who
$$;

-- The role that erases. Nobody can become it: it owns one function, which removes or empties rows of a person whose
-- erasure is running, and can write nothing into them.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'therapy_eraser') THEN CREATE ROLE therapy_eraser NOLOGIN; END IF;
END $$;
GRANT therapy_eraser TO CURRENT_USER;
GRANT USAGE ON SCHEMA public TO therapy_eraser;
GRANT USAGE, CREATE ON SCHEMA therapy TO therapy_eraser;
GRANT SELECT (tenant_id, default_zone, clinical_retention_years, child_retention_age, financial_retention_years)
  ON tenants TO therapy_eraser;
CREATE POLICY erasure ON tenants FOR SELECT TO therapy_eraser USING (tenant_id = therapy.current_tenant());

-- Lets erasures reach a table: those that hold something about a person (domain/persons/tables.ts).
CREATE PROCEDURE therapy.erasable(tab regclass) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('GRANT SELECT, UPDATE, DELETE ON %s TO therapy_eraser', tab);
  EXECUTE format('CREATE POLICY erasure ON %s TO therapy_eraser
    USING (tenant_id = therapy.current_tenant()) WITH CHECK (tenant_id = therapy.current_tenant())', tab);
END $$;
DO $$
DECLARE tab regclass;
BEGIN
  -- What is a caseload's is a person's.
  FOR tab IN SELECT polrelid::regclass FROM pg_policy WHERE polname = 'caseload' LOOP CALL therapy.erasable(tab); END LOOP;
END $$;

-- Whether what runs now is the erasure of this person. `locked`: of a record that others may not change, which takes that
-- the clinical record need not be kept any more.
CREATE FUNCTION therapy.erases(person text, locked boolean) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT current_user = 'therapy_eraser'
    AND person = ANY (NULLIF(current_setting('app.erasing', true), '')::text[])
    AND (NOT locked OR current_setting('app.erasing_locked', true) = 'yes')
$$;

-- Removes rows, or empties columns of them, of a person whose erasure is running; answers how many. `keys`: their primary
-- keys. `blanks`: columns, or `column.member` of an object; NULL removes. A column that may be NULL becomes NULL, text
-- '[erased]', a list or an object an empty one, and a date the first day of its year.
CREATE FUNCTION therapy.erase_rows(erasure text, at timestamptz, tab text, keys jsonb, blanks text[]) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  target regclass := format('public.%I', tab)::regclass;
  whose  record;
  kept   record;
  pk     text;
  sets   text;
  differ text;
  done   integer;
BEGIN
  SELECT e.child_id, e.client_id INTO whose FROM public.erasures e
  WHERE e.tenant_id = therapy.current_tenant() AND e.id = erasure AND e.status = 'RUNNING';
  IF NOT FOUND THEN RAISE EXCEPTION 'erasure % is not running', erasure USING ERRCODE = 'restrict_violation'; END IF;
  SELECT * INTO kept FROM therapy.retention_of(whose.child_id, whose.client_id);
  PERFORM set_config('app.erasing', kept.people::text, true),
    set_config('app.erasing_locked', CASE WHEN kept.clinical IS NULL OR kept.clinical <= at THEN 'yes' ELSE 'no' END, true);

  SELECT string_agg(format('t.%1$I = k.%1$I', a.attname), ' AND ') INTO pk
  FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
  WHERE i.indrelid = target AND i.indisprimary AND a.attname <> 'tenant_id';
  IF blanks IS NULL THEN
    EXECUTE format('DELETE FROM %1$s t USING jsonb_populate_recordset(NULL::%1$s, $1) k
      WHERE t.tenant_id = therapy.current_tenant() AND %2$s', target, pk) USING keys;
  ELSE
    SELECT string_agg(format('%I = %s', col, expr), ', '),
      string_agg(format('t.%I IS DISTINCT FROM %s', col, expr), ' OR ') INTO STRICT sets, differ
    FROM (
      SELECT a.attname AS col, CASE
        WHEN b.member <> '' THEN format('CASE WHEN jsonb_exists(t.%1$I, %2$L) THEN jsonb_set(t.%1$I, %3$L, %4$L) ELSE t.%1$I END',
          a.attname, b.member, ARRAY[b.member], '"[erased]"')
        WHEN NOT a.attnotnull THEN 'NULL'
        ELSE CASE format_type(a.atttypid, NULL)
          WHEN 'text' THEN quote_literal('[erased]')
          WHEN 'jsonb' THEN format('CASE jsonb_typeof(t.%I) WHEN ''array'' THEN ''[]''::jsonb ELSE ''{}'' END', a.attname)
          WHEN 'text[]' THEN quote_literal('{}') || '::text[]'
          WHEN 'date' THEN format('date_trunc(''year'', t.%I)::date', a.attname) END END AS expr
      FROM (SELECT split_part(name, '.', 1) AS col, split_part(name, '.', 2) AS member FROM unnest(blanks) AS name) b
        JOIN pg_attribute a ON a.attrelid = target AND a.attname = b.col AND NOT a.attisdropped) columns;
    IF EXISTS (SELECT FROM pg_attribute WHERE attrelid = target AND attname = 'version') AND
       EXISTS (SELECT FROM pg_attribute WHERE attrelid = target AND attname = 'updated_at') THEN
      sets := sets || ', version = t.version + 1, updated_at = $2';
    END IF;
    EXECUTE format('UPDATE %1$s t SET %3$s FROM jsonb_populate_recordset(NULL::%1$s, $1) k
      WHERE t.tenant_id = therapy.current_tenant() AND %2$s AND (%4$s)', target, pk, sets, differ) USING keys, at;
  END IF;
  GET DIAGNOSTICS done = ROW_COUNT;
  PERFORM set_config('app.erasing', '', true), set_config('app.erasing_locked', '', true);
  RETURN done;
END $$;
ALTER FUNCTION therapy.erase_rows(text, timestamptz, text, jsonb, text[]) OWNER TO therapy_eraser;
REVOKE CREATE ON SCHEMA therapy FROM therapy_eraser;
REVOKE EXECUTE ON FUNCTION therapy.erase_rows(text, timestamptz, text, jsonb, text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION therapy.erase_rows(text, timestamptz, text, jsonb, text[]) TO therapy_app;

-- Locked records let it pass, and nobody else: the rest of these functions is as before.

-- Whose a note is.
CREATE FUNCTION therapy.child_of_session(tenant text, session text) RETURNS text LANGUAGE sql STABLE
  AS $$ SELECT child_id FROM sessions WHERE tenant_id = tenant AND id = session $$;

CREATE OR REPLACE FUNCTION therapy.refuse_signed_note_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  free text[] := ARRAY['status', 'updated_at', 'version'];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF OLD.status = 'AWAITING_COSIGN' AND NEW.status = 'SIGNED' THEN
      free := free || ARRAY['signed_at'];
    ELSIF OLD.status = 'AWAITING_COSIGN' AND NEW.status = 'DRAFT' AND NEW.revision = OLD.revision + 1 THEN
      free := free || ARRAY['revision', 'supervisor_id', 'return_reason'];
    ELSIF NOT (NEW.status = OLD.status OR (OLD.status = 'SIGNED' AND NEW.status = 'AMENDED')) THEN
      free := NULL;
    END IF;
    IF to_jsonb(NEW) - free = to_jsonb(OLD) - free THEN RETURN NEW; END IF;
  ELSIF therapy.erases(therapy.child_of_session(OLD.tenant_id, OLD.session_id), true) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'session note % is signed', OLD.id USING ERRCODE = 'restrict_violation';
END $$;

-- Signatures and addenda are never changed, and go with their note.
CREATE FUNCTION therapy.refuse_note_part_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF therapy.erases((SELECT therapy.child_of_session(n.tenant_id, n.session_id) FROM session_notes n
        WHERE n.tenant_id = OLD.tenant_id AND n.id = OLD.note_id), true) THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
DROP TRIGGER append_only ON session_note_signatures;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON session_note_signatures
  FOR EACH ROW EXECUTE FUNCTION therapy.refuse_note_part_change();
DROP TRIGGER append_only ON session_note_addenda;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON session_note_addenda
  FOR EACH ROW EXECUTE FUNCTION therapy.refuse_note_part_change();

CREATE OR REPLACE FUNCTION therapy.refuse_form_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  free text[] := ARRAY['child_id', 'updated_at', 'version'];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF OLD.status = 'OPEN' AND (NEW.template_id, NEW.template_version) = (OLD.template_id, OLD.template_version)
      OR to_jsonb(NEW) - free = to_jsonb(OLD) - free THEN RETURN NEW; END IF;
  ELSIF therapy.erases(OLD.child_id, OLD.status = 'SUBMITTED') THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'form response % is locked', OLD.id USING ERRCODE = 'restrict_violation';
END $$;

-- A signature goes with its form; the name that a client typed, with the client.
CREATE FUNCTION therapy.refuse_form_signature_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF therapy.erases((SELECT r.child_id FROM form_responses r WHERE r.tenant_id = OLD.tenant_id AND r.id = OLD.response_id), true)
      THEN RETURN OLD; END IF;
  ELSIF to_jsonb(NEW) - 'signed_name' = to_jsonb(OLD) - 'signed_name' AND therapy.erases(OLD.client_id, true) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
DROP TRIGGER append_only ON form_signatures;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON form_signatures
  FOR EACH ROW EXECUTE FUNCTION therapy.refuse_form_signature_change();
