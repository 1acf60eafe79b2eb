-- What is left over of signing in goes by its age (domain/platform/maintenance/retention.ts).

CREATE INDEX sso_sign_ins_expires_at ON sso_sign_ins (expires_at);
CREATE INDEX sign_in_links_expires_at ON sign_in_links (expires_at);
CREATE INDEX user_sessions_expires_at ON user_sessions (expires_at);
