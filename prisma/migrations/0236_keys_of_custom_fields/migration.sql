-- Undeclared values of clients may be in camelCase, so a field that declares them later may be as well.
ALTER TABLE custom_field_definitions
  DROP CONSTRAINT custom_field_definitions_key_check,
  ADD CONSTRAINT custom_field_definitions_key_check CHECK (key ~ '^[A-Za-z][A-Za-z0-9_]{0,62}$');
