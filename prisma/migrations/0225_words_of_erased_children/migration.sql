-- Sums hold no words of children whose erasure has begun (docs/decisions/0051): centres that have such children are counted anew.
INSERT INTO analytics_rebuilds (tenant_id, family, started_at)
SELECT DISTINCT tenant_id, 'APPOINTMENTS', now() FROM processing_restrictions
WHERE ground = 'RETENTION' AND lifted_at IS NULL AND child_id IS NOT NULL
ON CONFLICT (tenant_id) DO UPDATE SET family = 'APPOINTMENTS', month = NULL;
