-- The relay takes the oldest events of each centre: they are found without reading those of other centres.
CREATE INDEX outbox_pending_events ON outbox (tenant_id, seq) WHERE kind = 'event' AND done_at IS NULL;
CREATE INDEX outbox_pending_messages ON outbox (seq) WHERE kind = 'workflow' AND done_at IS NULL;
DROP INDEX outbox_pending;

-- The deliveries of one fan-out are due at the same time: their ids keep the order of their events.
CREATE INDEX webhook_deliveries_next ON webhook_deliveries (tenant_id, endpoint_id, next_attempt_at, id)
  WHERE status = 'PENDING';
DROP INDEX webhook_deliveries_due;
ALTER INDEX webhook_deliveries_next RENAME TO webhook_deliveries_due;
