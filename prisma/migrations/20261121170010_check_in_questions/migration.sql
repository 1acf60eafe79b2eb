-- What guardians are asked in a check-in, as a centre defines it; without a set, the three questions of the platform.

-- Never changed: another set is made, and programmes are moved to it.
CREATE TABLE check_in_question_sets (
  tenant_id  text NOT NULL REFERENCES tenants,
  id         text NOT NULL,
  name       text NOT NULL,
  questions  jsonb NOT NULL,
  worries    jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CALL therapy.isolate('check_in_question_sets', 'SELECT, INSERT');

ALTER TABLE early_intervention_programmes
  ADD COLUMN question_set_id text,
  ADD FOREIGN KEY (tenant_id, question_set_id) REFERENCES check_in_question_sets;

ALTER TABLE check_ins
  ADD COLUMN question_set_id text,
  ADD COLUMN answers         jsonb,
  ALTER COLUMN mood DROP NOT NULL,
  ALTER COLUMN services_received DROP NOT NULL,
  ALTER COLUMN call_wanted DROP NOT NULL,
  ADD FOREIGN KEY (tenant_id, question_set_id) REFERENCES check_in_question_sets,
  ADD CHECK ((question_set_id IS NULL) = (answers IS NULL)),
  ADD CHECK (num_nulls(mood, services_received, call_wanted) = CASE WHEN answers IS NULL THEN 0 ELSE 3 END);
