-- Availability reads what providers are taken for from the index alone: the rows of a provider are scattered over
-- the table, and 20,000 of them cost 20 ms to visit. Vacuum marks the pages from which an index may answer.

DROP INDEX appointments_provider;
CREATE INDEX appointments_provider ON appointments (tenant_id, provider_id, starts_at)
  INCLUDE (busy_from, busy_until, status, held_until, group_id);
ALTER TABLE appointments SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05);

-- Groups that can be joined, without a look at the appointments between them.
CREATE INDEX appointments_groups ON appointments (tenant_id, starts_at) WHERE capacity IS NOT NULL;
