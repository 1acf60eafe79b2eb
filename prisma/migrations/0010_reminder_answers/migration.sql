-- What families can answer to a reminder.
ALTER TABLE tenants ADD COLUMN reminder_answers text[] NOT NULL DEFAULT '{CONFIRM,CANCEL,RESCHEDULE}';
