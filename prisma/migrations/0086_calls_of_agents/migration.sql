ALTER TABLE ai_model_calls
  DROP CONSTRAINT ai_model_calls_purpose_check,
  ADD CONSTRAINT ai_model_calls_purpose_check CHECK (purpose IN ('ANSWER', 'AGENT', 'TEST'));
