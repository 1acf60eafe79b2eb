-- How many days before a consent expires its child's guardians are reminded.
ALTER TABLE tenants ADD COLUMN consent_reminder_days integer[] NOT NULL DEFAULT '{30,7}';
