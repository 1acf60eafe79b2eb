-- The services of an IFSP, each with a consent and a clock of its own (docs/decisions/0131). Few, and always read with the program.
ALTER TABLE early_intervention_programs ADD COLUMN ifsp_services jsonb NOT NULL DEFAULT '[]';

ALTER TYPE program_deadline_not_owed ADD VALUE 'SERVICE_ENDED';

ALTER TABLE program_deadlines
  ADD COLUMN ifsp_service text,
  DROP CONSTRAINT program_deadlines_tenant_id_program_id_clock_period_key,
  ADD UNIQUE NULLS NOT DISTINCT (tenant_id, program_id, clock, ifsp_service, period);
