-- Whether an appointment was followed by another is a sum of appointments, and no longer of a kind of its own: it is counted
-- of the same records, by the same groups.
DELETE FROM analytics_days WHERE family = 'REBOOKINGS';
DELETE FROM analytics_months WHERE family = 'REBOOKINGS';
UPDATE analytics_days SET measures = measures || 0::bigint WHERE family = 'APPOINTMENTS';
UPDATE analytics_months SET measures = measures || 0::bigint WHERE family = 'APPOINTMENTS';
INSERT INTO analytics_rebuilds (tenant_id, family, started_at)
SELECT DISTINCT tenant_id, 'APPOINTMENTS', now() FROM analytics_days
ON CONFLICT (tenant_id) DO UPDATE SET family = 'APPOINTMENTS', month = NULL;
