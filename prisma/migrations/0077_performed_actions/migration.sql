-- What agents and tools have done, so that it is not done twice (docs/decisions/0165).
CREATE TABLE performed_actions (
  tenant_id       text NOT NULL REFERENCES tenants,
  idempotency_key text NOT NULL CHECK (length(idempotency_key) BETWEEN 1 AND 255),
  action          text NOT NULL,
  status          text NOT NULL CHECK (status IN ('DONE', 'SKIPPED')),
  outcome         text NOT NULL,
  subject_type    text,
  subject_id      text,
  run_id          text,
  performed_by    text NOT NULL,
  performed_at    timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, idempotency_key),
  CHECK ((subject_type IS NULL) = (subject_id IS NULL))
);
CREATE INDEX performed_actions_subject ON performed_actions (tenant_id, subject_id) WHERE subject_id IS NOT NULL;
CALL therapy.isolate('performed_actions', 'SELECT, INSERT');
CALL therapy.restrict_where('performed_actions', 'subject_id IS NULL OR therapy.sees(subject_id)');
CALL therapy.erasable('performed_actions');
