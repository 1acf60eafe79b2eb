-- What the retention run looks for (domain/maintenance/retention.ts), by its time, and may take.
CREATE INDEX revoked_tokens_expires_at ON revoked_tokens (expires_at);
CREATE INDEX refresh_tokens_expires_at ON refresh_tokens (expires_at);
CREATE INDEX one_time_links_expires_at ON one_time_links (expires_at);
CREATE INDEX messages_sealed ON messages (created_at)
  WHERE sealed_address IS NOT NULL OR sealed_variables IS NOT NULL;
CREATE INDEX webhook_attempts_started_at ON webhook_attempts (started_at);
CREATE INDEX outbox_handed_over ON outbox (done_at) WHERE kind = 'workflow' AND done_at IS NOT NULL;

GRANT DELETE ON one_time_links TO therapy_system;
GRANT DELETE ON webhook_attempts TO therapy_system;

-- Of a message it may see when it was made and forget where it went; names and texts are not its business.
CREATE POLICY platform ON messages TO therapy_system USING (true) WITH CHECK (true);
GRANT SELECT (ctid, created_at, status, sealed_address, sealed_variables, version) ON messages TO therapy_system;
GRANT UPDATE (sealed_address, sealed_variables, version) ON messages TO therapy_system;
