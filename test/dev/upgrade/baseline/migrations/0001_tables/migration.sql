CREATE SCHEMA therapy;
CREATE TABLE boxes (
  id     text PRIMARY KEY,
  color  text NOT NULL,
  weight integer NOT NULL CHECK (weight > 0)
);
