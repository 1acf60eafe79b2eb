-- A service whose price is not known says NULL; 0 says that it is free (docs/decisions/0206).
ALTER TABLE services ALTER COLUMN amount_minor DROP NOT NULL;
