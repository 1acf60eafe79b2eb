-- Requests a minute of all keys of a centre together; null means the deployment's figure. Set by operators alone:
-- no operation of the API writes it.
ALTER TABLE tenants ADD COLUMN rate_limit_per_minute integer CHECK (rate_limit_per_minute > 0);
