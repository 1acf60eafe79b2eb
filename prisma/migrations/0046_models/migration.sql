-- Language models of a centre, and each call of one (docs/decisions/0139).

CREATE TABLE ai_models (
  tenant_id          text NOT NULL REFERENCES tenants,
  id                 text NOT NULL,
  name               text NOT NULL,
  provider           text NOT NULL CHECK (provider IN ('OPENAI_COMPATIBLE', 'ANTHROPIC')),
  base_url           text NOT NULL,
  model              text NOT NULL,
  sealed_key         text,
  key_hint           text,
  enabled            boolean NOT NULL,
  -- The lowest is asked first; the next one where that fails.
  position           integer NOT NULL CHECK (position BETWEEN 1 AND 100),
  timeout_seconds    integer NOT NULL CHECK (timeout_seconds BETWEEN 1 AND 120),
  max_output_tokens  integer NOT NULL CHECK (max_output_tokens BETWEEN 1 AND 32000),
  data_policy        text NOT NULL CHECK (data_policy IN ('NONE', 'REDACTED', 'FULL')),
  -- Of a million tokens, in minor units of the currency.
  input_price        integer NOT NULL CHECK (input_price >= 0),
  output_price       integer NOT NULL CHECK (output_price >= 0),
  currency           char(3) NOT NULL,
  tokens_per_day     integer NOT NULL CHECK (tokens_per_day > 0),
  cost_per_day       integer CHECK (cost_per_day > 0),
  calls_per_minute   integer NOT NULL CHECK (calls_per_minute > 0),
  -- Days that texts of its calls are kept; 0: they are not.
  keep_texts_days    integer NOT NULL CHECK (keep_texts_days BETWEEN 0 AND 365),
  archived_at        timestamptz(3),
  created_at         timestamptz(3) NOT NULL,
  updated_at         timestamptz(3) NOT NULL,
  version            integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  CHECK ((sealed_key IS NULL) = (key_hint IS NULL))
);
CREATE INDEX ai_models_updated ON ai_models (tenant_id, updated_at, id);
CALL therapy.isolate('ai_models', 'SELECT, INSERT, UPDATE');

CREATE TABLE ai_model_calls (
  tenant_id         text NOT NULL REFERENCES tenants,
  id                text NOT NULL,
  model_id          text NOT NULL,
  purpose           text NOT NULL CHECK (purpose IN ('ANSWER', 'TEST')),
  assistant_id      text,
  child_id          text,
  -- STARTED: its tokens are what it may use at the most.
  status            text NOT NULL CHECK (status IN ('STARTED', 'SUCCEEDED', 'FAILED')),
  failure           text,
  http_status       integer,
  data_policy       text NOT NULL,
  input_tokens      integer NOT NULL,
  output_tokens     integer NOT NULL,
  -- In minor units of the currency, with fractions of one.
  cost              double precision NOT NULL,
  currency          char(3) NOT NULL,
  latency_ms        integer,
  prompt_sha256     text NOT NULL,
  -- What the prompt was made of: documents.
  sent_ids          text[] NOT NULL,
  prompt            text,
  answer            text,
  texts_until       timestamptz(3),
  requested_by      text NOT NULL,
  created_at        timestamptz(3) NOT NULL,
  updated_at        timestamptz(3) NOT NULL,
  version           integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, model_id) REFERENCES ai_models,
  FOREIGN KEY (tenant_id, assistant_id) REFERENCES assistants,
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  CHECK ((status = 'FAILED') = (failure IS NOT NULL)),
  CHECK ((status = 'STARTED') = (latency_ms IS NULL)),
  CHECK (texts_until IS NOT NULL OR prompt IS NULL AND answer IS NULL)
);
CREATE INDEX ai_model_calls_updated ON ai_model_calls (tenant_id, updated_at, id);
CREATE INDEX ai_model_calls_of ON ai_model_calls (tenant_id, model_id, created_at);
CREATE INDEX ai_model_calls_child ON ai_model_calls (tenant_id, child_id, id) WHERE child_id IS NOT NULL;
CREATE INDEX ai_model_calls_age ON ai_model_calls (created_at) WHERE child_id IS NULL;
CREATE INDEX ai_model_calls_texts ON ai_model_calls (texts_until) WHERE texts_until IS NOT NULL;
CALL therapy.isolate('ai_model_calls', 'SELECT, INSERT, UPDATE');
CALL therapy.restrict_where('ai_model_calls', 'child_id IS NULL OR child_id = ANY ((SELECT therapy.caseload())::text[])');
CALL therapy.erasable('ai_model_calls');

-- Retention removes calls by their age, and the texts of one before.
CREATE POLICY platform ON ai_model_calls TO therapy_system USING (true);
GRANT SELECT (ctid, created_at, child_id, texts_until, version), UPDATE (prompt, answer, texts_until, version), DELETE
  ON ai_model_calls TO therapy_system;

-- Whether answers of an assistant may be worded by a model, and how freely.
ALTER TABLE assistants
  ADD COLUMN generated_answers boolean NOT NULL DEFAULT false,
  ADD COLUMN temperature double precision CHECK (temperature BETWEEN 0 AND 1);
ALTER TABLE assistant_versions
  ADD COLUMN generated_answers boolean NOT NULL DEFAULT false,
  ADD COLUMN temperature double precision;
