-- Limits of links count who asks (docs/decisions/0225): the browser that a session began in, and the address that asked.
ALTER TABLE user_sessions ADD COLUMN browser_hash text;
ALTER TABLE sign_in_links ADD COLUMN asked_from text;
ALTER TABLE lead_intakes ADD COLUMN asked_from text;
-- The session that was open when somebody left for a provider, and knew that it would end.
ALTER TABLE sso_sign_ins ADD COLUMN ends_session_id text;
