-- What a result said before somebody corrected it, and why they did.
CREATE TABLE assessment_corrections (
  tenant_id     text NOT NULL,
  id            text NOT NULL,
  assessment_id text NOT NULL,
  reason        text NOT NULL,
  before        jsonb NOT NULL,
  corrected_by  text NOT NULL,
  created_at    timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, assessment_id) REFERENCES assessments
);
CREATE INDEX assessment_corrections_assessment ON assessment_corrections (tenant_id, assessment_id);
CALL therapy.isolate('assessment_corrections', 'SELECT, INSERT');
CALL therapy.restrict('assessment_corrections', 'assessment_id', 'assessments');
