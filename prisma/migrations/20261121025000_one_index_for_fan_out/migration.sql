-- One index finds the deliveries of an event (for its foreign key) and keeps fan-out from making one
-- twice: a delivery is written three times, and every index costs each time. Redeliveries are many.
CREATE UNIQUE INDEX webhook_deliveries_of_event ON webhook_deliveries
  (tenant_id, event_id, endpoint_id, (CASE WHEN redelivery_of IS NULL THEN '' ELSE id END));
DROP INDEX webhook_deliveries_once;
DROP INDEX webhook_deliveries_event;
