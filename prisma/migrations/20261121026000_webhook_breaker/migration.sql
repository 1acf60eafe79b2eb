-- An endpoint that fails again and again is left alone until `breaker_until`, then tried with one
-- delivery. `breaker_openings` counts how often that has failed in a row; 0 is a closed breaker.
ALTER TABLE webhook_endpoints
  ADD breaker_until timestamptz(3),
  ADD breaker_openings integer NOT NULL DEFAULT 0;
