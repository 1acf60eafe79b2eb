-- How a center answers a dispute: by evidence, or by accepting it (docs/decisions/0205).
ALTER TABLE disputes
  ADD COLUMN response text CHECK (response IN ('EVIDENCE', 'ACCEPTANCE')),
  ADD COLUMN evidence jsonb,
  ADD COLUMN responded_at timestamptz(3),
  -- How often it was answered: each answer is another intent at the gateway.
  ADD COLUMN responses integer NOT NULL DEFAULT 0,
  -- When the gateway took the answer, or why it refused it.
  ADD COLUMN submitted_at timestamptz(3),
  ADD COLUMN refusal_code text,
  ADD CONSTRAINT disputes_responded CHECK (
    (response IS NULL) = (responded_at IS NULL) AND (response IS NULL) = (responses = 0)
    AND (response IS NOT DISTINCT FROM 'EVIDENCE' OR evidence IS NULL)
    AND (response IS NOT NULL OR submitted_at IS NULL AND refusal_code IS NULL)
    AND (submitted_at IS NULL OR refusal_code IS NULL));
