-- A table that was made anew has other names of constraints than one that was made once.
ALTER TABLE boxes RENAME CONSTRAINT boxes_key TO boxes_pkey;
ALTER TABLE boxes RENAME CONSTRAINT boxes_weight_not_null1 TO boxes_weight_not_null;
ALTER TABLE boxes RENAME CONSTRAINT boxes_id_not_null1 TO boxes_id_not_null;
