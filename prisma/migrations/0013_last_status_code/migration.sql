-- What the receiver answered last, beside the reason for which an attempt failed. That of deliveries before is with their attempts.
ALTER TABLE webhook_deliveries ADD COLUMN last_status_code integer;
GRANT UPDATE (last_status_code) ON webhook_deliveries TO therapy_system;
