-- The trace that a write belongs to, as a W3C traceparent (https://www.w3.org/TR/trace-context/), so that
-- what follows from it hours later stands in the same trace. NULL while tracing is off.
ALTER TABLE outbox ADD COLUMN traceparent text;
