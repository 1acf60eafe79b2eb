-- How often the coordinator is asked whether a delay still lasts (docs/decisions/0132).
ALTER TABLE early_intervention_programs ADD COLUMN delay_question_every_days integer NOT NULL DEFAULT 14
  CHECK (delay_question_every_days BETWEEN 1 AND 90);
