-- Assistants of a centre (docs/decisions/0133): what they may use and how they answer, in versions.

CREATE TABLE assistants (
  tenant_id         text NOT NULL REFERENCES tenants,
  id                text NOT NULL,
  name              text NOT NULL,
  -- Whose it is: of this location, or of the whole centre.
  location_id       text,
  -- The next version. Questions are answered by the version that is published.
  tools             text[] NOT NULL CHECK (tools <@ ARRAY['bookings', 'child_records', 'assessments', 'availability', 'goals', 'sessions']),
  instructions      text,
  languages         text[] NOT NULL CHECK (languages <@ '{en,de,es,fr}' AND cardinality(languages) > 0),
  answer_style      text NOT NULL CHECK (answer_style IN ('BRIEF', 'DETAILED')),
  roles             text[] NOT NULL,
  published_version integer NOT NULL,
  archived_at       timestamptz(3),
  created_at        timestamptz(3) NOT NULL,
  updated_at        timestamptz(3) NOT NULL,
  version           integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, location_id) REFERENCES locations
);
CREATE INDEX assistants_updated ON assistants (tenant_id, updated_at, id);

CREATE TABLE assistant_versions (
  tenant_id    text NOT NULL,
  assistant_id text NOT NULL,
  number       integer NOT NULL CHECK (number > 0),
  tools        text[] NOT NULL,
  instructions text,
  languages    text[] NOT NULL,
  answer_style text NOT NULL,
  roles        text[] NOT NULL,
  published_by text NOT NULL,
  published_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, assistant_id, number)
);
-- An assistant answers from the moment that it exists: it and its first version are made together.
ALTER TABLE assistant_versions ADD FOREIGN KEY (tenant_id, assistant_id) REFERENCES assistants
  DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE assistants ADD FOREIGN KEY (tenant_id, id, published_version) REFERENCES assistant_versions
  DEFERRABLE INITIALLY DEFERRED;

CALL therapy.isolate('assistants', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('assistant_versions', 'SELECT, INSERT');
-- Who is bound to locations uses the assistants of these, and those of the whole centre.
CALL therapy.restrict_to_locations('assistants',
  'location_id IS NULL OR location_id = ANY ((SELECT therapy.locations())::text[])');
CALL therapy.restrict_to_locations_of('assistant_versions', 'assistant_id', 'assistants');
