-- Recommendations that somebody has dismissed (docs/decisions/0186): of each at most one, of what was known then.
CREATE TABLE recommendation_dismissals (
  tenant_id     text NOT NULL REFERENCES tenants,
  id            text NOT NULL,
  rule          text NOT NULL,
  -- The record that the recommendation is about, and whose that is.
  subject_type  text NOT NULL,
  subject_id    text NOT NULL,
  child_id      text,
  reason        text NOT NULL,
  -- What the recommendation rested on: days and codes of the record.
  evidence      jsonb NOT NULL,
  snooze_ends_at timestamptz(3),
  dismissed_by  text NOT NULL,
  dismissed_at  timestamptz(3) NOT NULL,
  undone_by     text,
  undone_at     timestamptz(3),
  created_at    timestamptz(3) NOT NULL,
  updated_at    timestamptz(3) NOT NULL,
  version       integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, rule, subject_id),
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  CHECK ((undone_at IS NULL) = (undone_by IS NULL)),
  CHECK (snooze_ends_at > dismissed_at)
);
CREATE INDEX recommendation_dismissals_updated ON recommendation_dismissals (tenant_id, updated_at, id);
CREATE INDEX recommendation_dismissals_child ON recommendation_dismissals (tenant_id, child_id, id) WHERE child_id IS NOT NULL;
CREATE INDEX recommendation_dismissals_subject ON recommendation_dismissals (tenant_id, subject_id);

CALL therapy.isolate('recommendation_dismissals', 'SELECT, INSERT, UPDATE');
CALL therapy.restrict_where('recommendation_dismissals', 'child_id IS NULL OR child_id = ANY ((SELECT therapy.caseload())::text[])');
CALL therapy.erasable('recommendation_dismissals');
