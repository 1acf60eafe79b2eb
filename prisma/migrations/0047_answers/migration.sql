-- Answers that assistants gave, and answers that people wrote (docs/decisions/0136).

CREATE TABLE curated_answers (
  tenant_id       text NOT NULL REFERENCES tenants,
  id              text NOT NULL,
  assistant_id    text NOT NULL,
  question        text NOT NULL,
  answer          text NOT NULL,
  citations       jsonb NOT NULL,
  -- The language of the question, and its words as the dictionary of that language has them.
  language        text NOT NULL,
  words           text[] NOT NULL CHECK (cardinality(words) > 0),
  -- What the question means; null: no embedding model was configured.
  embedding_model text,
  vector          bytea,
  published_by    text NOT NULL,
  published_at    timestamptz(3) NOT NULL,
  archived_at     timestamptz(3),
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  version         integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, assistant_id) REFERENCES assistants,
  CHECK ((embedding_model IS NULL) = (vector IS NULL))
);
CREATE INDEX curated_answers_updated ON curated_answers (tenant_id, updated_at, id);
CREATE INDEX curated_answers_of ON curated_answers (tenant_id, assistant_id, language) WHERE archived_at IS NULL;
CALL therapy.isolate('curated_answers', 'SELECT, INSERT, UPDATE');
CALL therapy.restrict_to_locations_of('curated_answers', 'assistant_id', 'assistants');

CREATE TABLE kept_answers (
  tenant_id         text NOT NULL REFERENCES tenants,
  id                text NOT NULL,
  assistant_id      text NOT NULL,
  assistant_version integer NOT NULL,
  child_id          text,
  question          text NOT NULL,
  answer            text,
  citations         jsonb NOT NULL,
  not_found         boolean NOT NULL,
  confidence        double precision NOT NULL,
  generated         boolean NOT NULL,
  curated_answer_id text,
  asked_by          text NOT NULL,
  kept_until        timestamptz(3) NOT NULL,
  helpful           boolean,
  rating_reason     text,
  rated_by          text,
  rated_at          timestamptz(3),
  correction        text,
  corrected_by      text,
  corrected_at      timestamptz(3),
  created_at        timestamptz(3) NOT NULL,
  updated_at        timestamptz(3) NOT NULL,
  version           integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, assistant_id, assistant_version) REFERENCES assistant_versions,
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  FOREIGN KEY (tenant_id, curated_answer_id) REFERENCES curated_answers,
  CHECK (not_found = (answer IS NULL)),
  CHECK (num_nonnulls(helpful, rated_by, rated_at) IN (0, 3)),
  CHECK (num_nonnulls(correction, corrected_by, corrected_at) IN (0, 3))
);
CREATE INDEX kept_answers_updated ON kept_answers (tenant_id, updated_at, id);
CREATE INDEX kept_answers_of ON kept_answers (tenant_id, assistant_id, id);
CREATE INDEX kept_answers_asked ON kept_answers (tenant_id, asked_by, id);
CREATE INDEX kept_answers_child ON kept_answers (tenant_id, child_id, id) WHERE child_id IS NOT NULL;
CREATE INDEX kept_answers_until ON kept_answers (kept_until);
CALL therapy.isolate('kept_answers', 'SELECT, INSERT, UPDATE');
CALL therapy.restrict_where('kept_answers', 'child_id IS NULL OR child_id = ANY ((SELECT therapy.caseload())::text[])');
CALL therapy.restrict_to_locations_of('kept_answers', 'assistant_id', 'assistants');
CALL therapy.erasable('kept_answers');

-- Retention removes answers by their age, but not while their child's processing is restricted.
CREATE POLICY platform ON kept_answers TO therapy_system USING (true);
GRANT SELECT (ctid, tenant_id, child_id, kept_until), DELETE ON kept_answers TO therapy_system;
CREATE POLICY platform ON processing_restrictions FOR SELECT TO therapy_system USING (true);
GRANT SELECT (tenant_id, person_id, lifted_at) ON processing_restrictions TO therapy_system;

-- Days that answers are kept; 0: they are not. Assistants that are there keep none until somebody says so.
ALTER TABLE assistants ADD COLUMN keep_answers_days integer NOT NULL DEFAULT 0 CHECK (keep_answers_days BETWEEN 0 AND 1095);
