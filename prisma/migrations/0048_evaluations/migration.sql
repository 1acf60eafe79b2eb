-- Questions with the documents that answer them, and how often an assistant found these (docs/decisions/0142).

CREATE TABLE evaluations (
  tenant_id         text NOT NULL REFERENCES tenants,
  id                text NOT NULL,
  assistant_id      text NOT NULL,
  name              text NOT NULL,
  -- [{question, documentIds}]
  questions         jsonb NOT NULL,
  -- Grows with each change of the questions: runs of the same one compare.
  questions_version integer NOT NULL DEFAULT 1,
  archived_at       timestamptz(3),
  created_at        timestamptz(3) NOT NULL,
  updated_at        timestamptz(3) NOT NULL,
  version           integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, assistant_id) REFERENCES assistants
);
CREATE INDEX evaluations_updated ON evaluations (tenant_id, updated_at, id);
CALL therapy.isolate('evaluations', 'SELECT, INSERT, UPDATE');
CALL therapy.restrict_to_locations_of('evaluations', 'assistant_id', 'assistants');

CREATE TABLE evaluation_runs (
  tenant_id         text NOT NULL REFERENCES tenants,
  id                text NOT NULL,
  evaluation_id     text NOT NULL,
  assistant_id      text NOT NULL,
  assistant_version integer NOT NULL,
  questions_version integer NOT NULL,
  status            text NOT NULL CHECK (status IN ('RUNNING', 'DONE')),
  questions         integer NOT NULL CHECK (questions > 0),
  settled           integer NOT NULL DEFAULT 0 CHECK (settled <= questions),
  -- What compared meanings at the last question; null: words alone were compared.
  embedding_model   text,
  totals            jsonb,
  requested_by      text NOT NULL,
  finished_at       timestamptz(3),
  created_at        timestamptz(3) NOT NULL,
  updated_at        timestamptz(3) NOT NULL,
  version           integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, evaluation_id) REFERENCES evaluations,
  FOREIGN KEY (tenant_id, assistant_id, assistant_version) REFERENCES assistant_versions,
  CHECK ((status = 'DONE') = (finished_at IS NOT NULL)),
  CHECK ((status = 'DONE') = (totals IS NOT NULL))
);
CREATE INDEX evaluation_runs_updated ON evaluation_runs (tenant_id, updated_at, id);
CREATE INDEX evaluation_runs_of ON evaluation_runs (tenant_id, assistant_id, id);
CREATE UNIQUE INDEX evaluation_runs_one ON evaluation_runs (tenant_id, evaluation_id) WHERE status = 'RUNNING';
CALL therapy.isolate('evaluation_runs', 'SELECT, INSERT, UPDATE');
CALL therapy.restrict_to_locations_of('evaluation_runs', 'assistant_id', 'assistants');

-- The questions of a run as they were when it began; settled once.
CREATE TABLE evaluation_results (
  tenant_id  text NOT NULL,
  run_id     text NOT NULL,
  number     integer NOT NULL CHECK (number > 0),
  question   text NOT NULL,
  -- With the editions that had replaced them by then; none: nothing answers.
  expected   text[] NOT NULL,
  found      text[] NOT NULL DEFAULT '{}',
  rank       integer CHECK (rank > 0),
  not_found  boolean,
  settled_at timestamptz(3),
  PRIMARY KEY (tenant_id, run_id, number),
  FOREIGN KEY (tenant_id, run_id) REFERENCES evaluation_runs,
  CHECK ((not_found IS NULL) = (settled_at IS NULL)),
  CHECK (rank IS NULL OR settled_at IS NOT NULL)
);
CREATE INDEX evaluation_results_open ON evaluation_results (tenant_id, run_id, number) WHERE settled_at IS NULL;
CALL therapy.isolate('evaluation_results', 'SELECT, INSERT, UPDATE');
CALL therapy.restrict_to_locations_of('evaluation_results', 'run_id', 'evaluation_runs');
