-- Families are asked in Spanish too (docs/decisions/0147).
ALTER TABLE early_intervention_programs
  DROP CONSTRAINT early_intervention_programs_check_in_language_check,
  ADD CONSTRAINT early_intervention_programs_check_in_language_check CHECK (check_in_language IN ('en', 'de', 'es'));
