-- A deadline stays when it is met, or is not owed: whoever reports how many were in time reads them (docs/decisions/0130).

-- Where the program is: what day it is there, and whose holidays. Null: where the centre is.
ALTER TABLE early_intervention_programs ADD COLUMN location_id text,
  ADD FOREIGN KEY (tenant_id, location_id) REFERENCES locations;
CREATE INDEX early_intervention_programs_location ON early_intervention_programs (tenant_id, location_id);
-- Who sees one is the caseload's; it is changed where it is.
CALL therapy.restrict_writes_to_locations('early_intervention_programs',
  'location_id IS NULL OR location_id = ANY ((SELECT therapy.locations())::text[])');
-- Also of children whose data is frozen: it says no more of them than their own record does.
ALTER TABLE early_intervention_programs DISABLE TRIGGER USER;
UPDATE early_intervention_programs p SET location_id = k.location_id
FROM children k WHERE k.tenant_id = p.tenant_id AND k.id = p.child_id;
ALTER TABLE early_intervention_programs ENABLE TRIGGER USER;

CREATE TYPE program_deadline_state AS ENUM ('RUNNING', 'MET', 'NOT_MET', 'NOT_OWED');
CREATE TYPE program_deadline_not_owed AS ENUM
  ('LATE_REFERRAL', 'AFTER_EXIT', 'DECLINED_BY_FAMILY', 'NOT_ELIGIBLE', 'PROGRAM_CLOSED');

-- Rows of running programs are computed anew when their workflows next plan.
ALTER TABLE program_deadlines
  ADD COLUMN period integer NOT NULL DEFAULT 1 CHECK (period > 0),
  ADD COLUMN not_before date,
  ADD COLUMN undelayed_due_on date,
  ADD COLUMN state program_deadline_state NOT NULL DEFAULT 'RUNNING',
  ADD COLUMN met_on date,
  ADD COLUMN not_owed program_deadline_not_owed;
UPDATE program_deadlines SET undelayed_due_on = due_on;
ALTER TABLE program_deadlines
  ALTER COLUMN period DROP DEFAULT,
  ALTER COLUMN state DROP DEFAULT,
  ALTER COLUMN undelayed_due_on SET NOT NULL,
  ADD CHECK ((state = 'MET') = (met_on IS NOT NULL)),
  ADD CHECK ((state = 'NOT_OWED') = (not_owed IS NOT NULL)),
  ADD CHECK (state = 'RUNNING' OR NOT paused),
  ADD UNIQUE (tenant_id, program_id, clock, period),
  DROP CONSTRAINT program_deadlines_tenant_id_program_id_clock_key;

-- What is watched is what runs; of the others there are soon many more.
CREATE INDEX program_deadlines_running ON program_deadlines (tenant_id, due_on, id) WHERE state = 'RUNNING';
