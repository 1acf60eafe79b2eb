CREATE SCHEMA therapy;
CREATE TABLE boxes (
  id     text PRIMARY KEY,
  weight integer NOT NULL
);
