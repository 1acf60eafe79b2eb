-- What was kept of cancelled orders is revenue (docs/decisions/0172): the money of every centre that has some is counted anew.
INSERT INTO analytics_rebuilds (tenant_id, family, started_at)
SELECT DISTINCT tenant_id, 'MONEY', now() FROM orders WHERE status = 'CANCELLED' AND captured_minor > 0
ON CONFLICT (tenant_id) DO UPDATE SET month = CASE WHEN analytics_rebuilds.family = 'MONEY' THEN NULL ELSE analytics_rebuilds.month END;
