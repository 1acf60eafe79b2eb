-- People: alerts, search by name with typing errors, duplicates merged and separated again.

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- A name as it is searched for: without accents, case or punctuation, in Latin letters (pg_trgm knows those of
-- other scripts by the server's locale only). The builtin collation makes it the same on every server.
CREATE FUNCTION therapy.search_text(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN btrim(translate(
    replace(replace(replace(
      lower(regexp_replace(normalize(name, NFD), U&'[\0300-\036F]', '', 'g') COLLATE pg_catalog.pg_c_utf8),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
    'øłđıðабвгдежзиклмнопрстуфхцчшщыэюяієґαβγδεζηθικλμνξοπρσςτυφχψω''’`.,-_',
    'oldidabvgdezziklmnoprstufhccssyeuaiegabgdezitiklmnxoprsstyfhpo       '));

ALTER TABLE children
  ADD COLUMN alerts         jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN merged_into_id text,
  ADD COLUMN search_name    text NOT NULL GENERATED ALWAYS AS (therapy.search_text(first_name || ' ' || last_name)) STORED,
  ADD FOREIGN KEY (tenant_id, merged_into_id) REFERENCES children,
  ADD CHECK (merged_into_id IS NULL OR archived_at IS NOT NULL);
CREATE INDEX children_search ON children USING gin (tenant_id, search_name gin_trgm_ops) WITH (fastupdate = off)
  WHERE archived_at IS NULL;
CREATE INDEX children_birth_date ON children (tenant_id, birth_date);

ALTER TABLE clients
  ADD COLUMN search_name text NOT NULL GENERATED ALWAYS AS (therapy.search_text(name)) STORED;
CREATE INDEX clients_search ON clients USING gin (tenant_id, search_name gin_trgm_ops) WITH (fastupdate = off)
  WHERE archived_at IS NULL;

-- Row-level security lets no operator use an index before the policy unless it is leakproof, which those of
-- pg_trgm are not. So the search runs as a role that may see names alone, whose functions name the tenant
-- themselves and answer ids alone: what is shown is read by the caller's role, under its policy.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'therapy_search') THEN CREATE ROLE therapy_search NOLOGIN; END IF;
END $$;
GRANT therapy_search TO CURRENT_USER;
GRANT USAGE, CREATE ON SCHEMA therapy TO therapy_search;
GRANT USAGE ON SCHEMA public TO therapy_search;
GRANT SELECT (tenant_id, id, search_name, archived_at) ON children, clients TO therapy_search;
CREATE POLICY search ON children FOR SELECT TO therapy_search USING (true);
CREATE POLICY search ON clients FOR SELECT TO therapy_search USING (true);

-- Ids of the tenant's people whose name has something like each of the words (three at most, in any order), the
-- likeliest first. `threshold` is how alike: what is below it is not looked at. Planned anew each time: a plan for
-- a small centre is a bad one for a large one.
CREATE FUNCTION therapy.find_children(words text[], threshold real, max_rows integer) RETURNS TABLE (id text, score real)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 25
SET search_path = pg_catalog, public, pg_temp SET pg_trgm.word_similarity_threshold = 0.6
SET plan_cache_mode = force_custom_plan
AS $$
BEGIN
  PERFORM set_config('pg_trgm.word_similarity_threshold', threshold::text, true);
  RETURN QUERY SELECT c.id, CASE cardinality(words)
      WHEN 1 THEN word_similarity(words[1], c.search_name)
      ELSE (SELECT avg(word_similarity(word, c.search_name)) FROM unnest(words) AS word)::real END AS score
    FROM public.children c
    WHERE c.tenant_id = therapy.current_tenant() AND c.archived_at IS NULL AND c.search_name %> words[1]
      AND c.search_name %> COALESCE(words[2], words[1]) AND c.search_name %> COALESCE(words[3], words[1])
    ORDER BY 2 DESC, length(c.search_name), c.id LIMIT max_rows;
END $$;

CREATE FUNCTION therapy.find_clients(words text[], threshold real, max_rows integer) RETURNS TABLE (id text, score real)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 25
SET search_path = pg_catalog, public, pg_temp SET pg_trgm.word_similarity_threshold = 0.6
SET plan_cache_mode = force_custom_plan
AS $$
BEGIN
  PERFORM set_config('pg_trgm.word_similarity_threshold', threshold::text, true);
  RETURN QUERY SELECT c.id, CASE cardinality(words)
      WHEN 1 THEN word_similarity(words[1], c.search_name)
      ELSE (SELECT avg(word_similarity(word, c.search_name)) FROM unnest(words) AS word)::real END AS score
    FROM public.clients c
    WHERE c.tenant_id = therapy.current_tenant() AND c.archived_at IS NULL AND c.search_name %> words[1]
      AND c.search_name %> COALESCE(words[2], words[1]) AND c.search_name %> COALESCE(words[3], words[1])
    ORDER BY 2 DESC, length(c.search_name), c.id LIMIT max_rows;
END $$;

ALTER FUNCTION therapy.find_children(text[], real, integer) OWNER TO therapy_search;
ALTER FUNCTION therapy.find_clients(text[], real, integer) OWNER TO therapy_search;
REVOKE CREATE ON SCHEMA therapy FROM therapy_search;
REVOKE EXECUTE ON FUNCTION therapy.find_children(text[], real, integer), therapy.find_clients(text[], real, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION therapy.find_children(text[], real, integer), therapy.find_clients(text[], real, integer) TO therapy_app;

-- One child that was registered twice. `moved` has the ids of the records that came along, by table.
CREATE TABLE child_merges (
  tenant_id    text NOT NULL REFERENCES tenants,
  id           text NOT NULL,
  survivor_id  text NOT NULL,
  duplicate_id text NOT NULL,
  moved        jsonb NOT NULL,
  archived_at  timestamptz(3),
  merged_by    text NOT NULL,
  reversed_at  timestamptz(3),
  created_at   timestamptz(3) NOT NULL,
  updated_at   timestamptz(3) NOT NULL,
  version      integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, survivor_id) REFERENCES children,
  FOREIGN KEY (tenant_id, duplicate_id) REFERENCES children,
  CHECK (survivor_id <> duplicate_id)
);
CREATE UNIQUE INDEX child_merges_live ON child_merges (tenant_id, duplicate_id) WHERE reversed_at IS NULL;
CREATE INDEX child_merges_survivor ON child_merges (tenant_id, survivor_id);
CALL therapy.isolate('child_merges', 'SELECT, INSERT, UPDATE');
