-- Confirmation: how long a booking of a service may wait for it, and why a provider declined.

ALTER TABLE services ADD COLUMN confirmation_window_minutes integer NOT NULL DEFAULT 2880
  CHECK (confirmation_window_minutes BETWEEN 15 AND 43200);

ALTER TABLE appointments ADD COLUMN decline_reason text;
