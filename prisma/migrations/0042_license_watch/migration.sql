-- The watch over licenses reads what is due, over all centres, as one range of one index (docs/decisions/0128).
DROP INDEX provider_licenses_watch;
CREATE INDEX provider_licenses_watch ON provider_licenses (watch_at, tenant_id, id) WHERE watch_at IS NOT NULL;

CREATE POLICY platform ON provider_licenses TO therapy_system USING (watch_at IS NOT NULL);
GRANT SELECT (tenant_id, id, watch_at) ON provider_licenses TO therapy_system;
