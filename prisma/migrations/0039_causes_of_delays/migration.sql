-- A delay says who caused it, and what was tried meanwhile (docs/decisions/0132). Those on record were a family's.
-- Also of children whose data is frozen: it means the same.
ALTER TABLE early_intervention_programs DISABLE TRIGGER USER;
UPDATE early_intervention_programs SET delays = (
  SELECT jsonb_agg(jsonb_build_object('cause', 'FAMILY', 'attempts', '[]'::jsonb) || delay ORDER BY position)
  FROM jsonb_array_elements(delays) WITH ORDINALITY AS d(delay, position))
WHERE delays <> '[]';
ALTER TABLE early_intervention_programs ENABLE TRIGGER USER;

CREATE TYPE program_delay_cause AS ENUM ('FAMILY', 'PROVIDER', 'SYSTEM');
-- The documented cause of what is late, or would be.
ALTER TABLE program_deadlines ADD COLUMN late_cause program_delay_cause;
