-- Counts the passages that contain each word (docs/decisions/0134) when their words are written and deleted.
-- Words are processed in order, so two documents of an assistant that are written at once can wait for each
-- other but not deadlock.
CREATE OR REPLACE FUNCTION therapy.count_words_added() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  INSERT INTO knowledge_words AS w (tenant_id, assistant_id, term, passages)
  SELECT tenant_id, assistant_id, term, count(*) FROM added GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (tenant_id, assistant_id, term) DO UPDATE SET passages = w.passages + EXCLUDED.passages;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION therapy.count_words_removed() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  INSERT INTO knowledge_words AS w (tenant_id, assistant_id, term, passages)
  SELECT tenant_id, assistant_id, term, -count(*) FROM removed GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (tenant_id, assistant_id, term) DO UPDATE SET passages = w.passages + EXCLUDED.passages;
  -- A word that only a removed document contained is deleted.
  DELETE FROM knowledge_words w USING (SELECT DISTINCT tenant_id, assistant_id, term FROM removed) r
  WHERE w.tenant_id = r.tenant_id AND w.assistant_id = r.assistant_id AND w.term = r.term AND w.passages <= 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER knowledge_terms_added AFTER INSERT ON knowledge_terms
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION therapy.count_words_added();
CREATE OR REPLACE TRIGGER knowledge_terms_removed AFTER DELETE ON knowledge_terms
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT WHEN (current_user <> 'therapy_closer')
  EXECUTE FUNCTION therapy.count_words_removed();
