-- Search by name. Under row-level security an operator can use an index before the policy only if it is
-- leakproof, and the operators of pg_trgm are not. So these functions run as therapy_search, which can see only
-- names; they filter by tenant themselves and return ids. The caller's role then reads the records under its
-- own policy.

-- Loads pg_trgm; otherwise only a superuser may set its setting below.
SELECT show_limit();

-- Ids of the tenant's people whose name contains something similar to each of the words (at most three, in any
-- order), best match first. A caller with a caseload searches only that caseload; other people would push
-- theirs off the end of the list. `threshold` is the required similarity. The query is planned on each call,
-- because a plan for a small centre is bad for a large one.
CREATE OR REPLACE FUNCTION therapy.find_children(words text[], threshold real, max_rows integer) RETURNS TABLE (id text, score real)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 25
SET search_path = pg_catalog, public, pg_temp SET pg_trgm.word_similarity_threshold = 0.6
SET plan_cache_mode = force_custom_plan
AS $$
DECLARE own text[] := CASE WHEN NULLIF(current_setting('app.caseload', true), '') IS NOT NULL THEN therapy.caseload() END;
BEGIN
  PERFORM set_config('pg_trgm.word_similarity_threshold', threshold::text, true);
  RETURN QUERY SELECT c.id, CASE cardinality(words)
      WHEN 1 THEN word_similarity(words[1], c.search_name)
      ELSE (SELECT avg(word_similarity(word, c.search_name)) FROM unnest(words) AS word)::real END AS score
    FROM public.children c
    WHERE c.tenant_id = therapy.current_tenant() AND c.archived_at IS NULL AND c.search_name %> words[1]
      AND (cardinality(words) < 2 OR c.search_name %> words[2])
      AND (cardinality(words) < 3 OR c.search_name %> words[3])
      AND (own IS NULL OR c.id = ANY (own))
    ORDER BY 2 DESC, length(c.search_name), c.id LIMIT max_rows;
END $$;

CREATE OR REPLACE FUNCTION therapy.find_clients(words text[], threshold real, max_rows integer) RETURNS TABLE (id text, score real)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 25
SET search_path = pg_catalog, public, pg_temp SET pg_trgm.word_similarity_threshold = 0.6
SET plan_cache_mode = force_custom_plan
AS $$
DECLARE own text[] := CASE WHEN NULLIF(current_setting('app.caseload', true), '') IS NOT NULL THEN
  ARRAY(SELECT g.client_id FROM public.guardianships g
    WHERE g.tenant_id = therapy.current_tenant() AND g.child_id = ANY (therapy.caseload())) END;
  here text[] := therapy.locations();
BEGIN
  PERFORM set_config('pg_trgm.word_similarity_threshold', threshold::text, true);
  RETURN QUERY SELECT c.id, CASE cardinality(words)
      WHEN 1 THEN word_similarity(words[1], c.search_name)
      ELSE (SELECT avg(word_similarity(word, c.search_name)) FROM unnest(words) AS word)::real END AS score
    FROM public.clients c
    WHERE c.tenant_id = therapy.current_tenant() AND c.archived_at IS NULL AND c.search_name %> words[1]
      AND (cardinality(words) < 2 OR c.search_name %> words[2])
      AND (cardinality(words) < 3 OR c.search_name %> words[3])
      AND (own IS NULL OR c.id = ANY (own) OR c.location_id = ANY (here))
    ORDER BY 2 DESC, length(c.search_name), c.id LIMIT max_rows;
END $$;

-- Ids of the tenant's clients by the beginning of their e-mail address, or by the last digits of their phone
-- number, newest first. A caller with a caseload or locations searches only their clients, as above.
CREATE OR REPLACE FUNCTION therapy.find_clients_by_contact(address text, digits text, max_rows integer) RETURNS TABLE (id text)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 25
SET search_path = pg_catalog, public, pg_temp SET plan_cache_mode = force_custom_plan
AS $$
DECLARE own text[] := CASE WHEN NULLIF(current_setting('app.caseload', true), '') IS NOT NULL THEN
  ARRAY(SELECT g.client_id FROM public.guardianships g
    WHERE g.tenant_id = therapy.current_tenant() AND g.child_id = ANY (therapy.caseload())) END;
  here text[] := therapy.locations();
  beginning text := regexp_replace(lower(address), '([\\%_])', '\\\1', 'g') || '%';
  reversed text := reverse(digits) || '%';
BEGIN
  IF beginning IS NOT NULL THEN
    RETURN QUERY SELECT c.id FROM public.clients c
      WHERE c.tenant_id = therapy.current_tenant() AND c.archived_at IS NULL
        AND c.email IS NOT NULL AND lower(c.email) LIKE beginning
        AND (own IS NULL OR c.id = ANY (own) OR c.location_id = ANY (here))
      ORDER BY c.id DESC LIMIT max_rows;
  END IF;
  IF reversed IS NOT NULL THEN
    RETURN QUERY SELECT c.id FROM public.clients c
      WHERE c.tenant_id = therapy.current_tenant() AND c.archived_at IS NULL
        AND c.phone IS NOT NULL AND reverse(regexp_replace(c.phone, '[^0-9]', '', 'g')) LIKE reversed
        AND (own IS NULL OR c.id = ANY (own) OR c.location_id = ANY (here))
      ORDER BY c.id DESC LIMIT max_rows;
  END IF;
END $$;

GRANT CREATE ON SCHEMA therapy TO therapy_search;
ALTER FUNCTION therapy.find_clients_by_contact(text, text, integer) OWNER TO therapy_search;
ALTER FUNCTION therapy.find_children(text[], real, integer) OWNER TO therapy_search;
ALTER FUNCTION therapy.find_clients(text[], real, integer) OWNER TO therapy_search;
REVOKE CREATE ON SCHEMA therapy FROM therapy_search;
REVOKE EXECUTE ON FUNCTION therapy.find_children(text[], real, integer), therapy.find_clients(text[], real, integer),
  therapy.find_clients_by_contact(text, text, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION therapy.find_children(text[], real, integer), therapy.find_clients(text[], real, integer),
  therapy.find_clients_by_contact(text, text, integer) TO therapy_app, therapy_caseload;

-- The normalized words of a text, separated by spaces, without case, accents and punctuation, so that a
-- complete name can be found in it.
CREATE OR REPLACE FUNCTION therapy.normalized_words(said text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
  SET search_path = pg_catalog, pg_temp
  RETURN ' ' || btrim(regexp_replace(therapy.search_text(said) COLLATE pg_catalog.pg_c_utf8, '[^[:alnum:]]+', ' ', 'g')) || ' ';
