-- A table that is made anew loses its triggers: prisma/functions gives them back.
ALTER TABLE boxes RENAME TO old_boxes;
CREATE TABLE boxes (
  id     text CONSTRAINT boxes_key PRIMARY KEY,
  weight integer NOT NULL CHECK (weight > 0),
  color text NOT NULL
);
INSERT INTO boxes SELECT id, weight, 'brown' FROM old_boxes;
-- The function of the old row type goes with it.
DROP TABLE old_boxes CASCADE;
