-- The ratings of the three child outcomes at entry and at exit: two at most, and read with the program (docs/decisions/0146).
ALTER TABLE early_intervention_programs ADD COLUMN outcome_summaries jsonb NOT NULL DEFAULT '[]';

-- Who left in a period.
CREATE INDEX early_intervention_programs_closed ON early_intervention_programs (tenant_id, closed_on)
  WHERE closed_on IS NOT NULL;
