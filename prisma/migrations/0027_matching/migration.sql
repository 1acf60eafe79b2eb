-- Matching of therapists to needs (docs/decisions/0120).

-- What a child may need, in the words of the centre, and whose specialty meets it.
CREATE TABLE matching_needs (
  tenant_id   text NOT NULL REFERENCES tenants,
  id          text NOT NULL,
  code        text NOT NULL,
  name        text NOT NULL,
  specialties text[] NOT NULL CHECK (cardinality(specialties) > 0),
  professions text[] NOT NULL DEFAULT '{}',
  archived_at timestamptz(3),
  created_at  timestamptz(3) NOT NULL,
  updated_at  timestamptz(3) NOT NULL,
  version     integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX matching_needs_code ON matching_needs (tenant_id, code);
CREATE INDEX matching_needs_updated ON matching_needs (tenant_id, updated_at, id);
CALL therapy.isolate('matching_needs', 'SELECT, INSERT, UPDATE');

-- One row of a centre that has changed its weights; without it the platform's hold.
CREATE TABLE matching_settings (
  tenant_id         text NOT NULL REFERENCES tenants,
  id                text NOT NULL,
  weights           jsonb NOT NULL,
  exploration_share double precision NOT NULL CHECK (exploration_share BETWEEN 0 AND 0.3),
  new_provider_days integer NOT NULL CHECK (new_provider_days BETWEEN 0 AND 365),
  created_at        timestamptz(3) NOT NULL,
  updated_at        timestamptz(3) NOT NULL,
  version           integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX matching_settings_one ON matching_settings (tenant_id);
CALL therapy.isolate('matching_settings', 'SELECT, INSERT, UPDATE');

-- What was asked, what was answered, and by which weights: never changed.
CREATE TABLE therapist_matches (
  tenant_id        text NOT NULL REFERENCES tenants,
  id               text NOT NULL,
  -- Null for needs without a child, which go by age.
  child_id         text,
  input            jsonb NOT NULL,
  input_hash       text NOT NULL,
  settings_version integer NOT NULL,
  settings         jsonb NOT NULL,
  -- The best, with the values that their scores are made of: under other weights they rank otherwise.
  candidates       jsonb NOT NULL,
  matches          jsonb NOT NULL,
  excluded         jsonb NOT NULL,
  considered       integer NOT NULL,
  examined         integer NOT NULL,
  requested_by     text NOT NULL,
  created_at       timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, child_id) REFERENCES children
);
CREATE INDEX therapist_matches_child ON therapist_matches (tenant_id, child_id, id) WHERE child_id IS NOT NULL;
CREATE INDEX therapist_matches_age ON therapist_matches (created_at) WHERE child_id IS NULL;
CALL therapy.isolate('therapist_matches', 'SELECT, INSERT');
CALL therapy.restrict_where('therapist_matches', 'child_id IS NULL OR child_id = ANY ((SELECT therapy.caseload())::text[])');
CALL therapy.erasable('therapist_matches');

-- Retention removes those of no child by their age, and sees nothing else of them.
CREATE POLICY platform ON therapist_matches TO therapy_system USING (child_id IS NULL);
GRANT SELECT (ctid, created_at, child_id), DELETE ON therapist_matches TO therapy_system;

-- A caseload leaves out whom the centre has archived (prisma/functions/matching.sql).
GRANT SELECT (archived_at) ON children TO therapy_care;
