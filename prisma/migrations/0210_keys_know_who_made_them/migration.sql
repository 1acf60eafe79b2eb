-- Who made an API key: a user, another key, or the operator. A key counts as the person whom this leads to wherever two people
-- are needed (docs/decisions/0220). The trail knows who made the keys that there are; where it does not, the operator did.
ALTER TABLE api_keys ADD COLUMN created_by text NOT NULL DEFAULT 'operator';

ALTER TABLE api_keys NO FORCE ROW LEVEL SECURITY;
ALTER TABLE audit_entries NO FORCE ROW LEVEL SECURITY;
UPDATE api_keys k SET created_by = e.actor_id
FROM audit_entries e
WHERE e.tenant_id = k.tenant_id AND e.subject_id = k.id AND e.action = 'createApiKey' AND e.outcome = 'ALLOWED'
  AND e.actor_kind IN ('USER', 'API_KEY');
ALTER TABLE api_keys FORCE ROW LEVEL SECURITY;
ALTER TABLE audit_entries FORCE ROW LEVEL SECURITY;
