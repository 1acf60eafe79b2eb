-- When the family said that it will come to the appointment at its present time.
ALTER TABLE appointments ADD COLUMN family_confirmed_at timestamptz(3);
