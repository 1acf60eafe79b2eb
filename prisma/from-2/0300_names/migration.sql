-- Names of constraints that the baseline numbers without gaps, an index that is there twice, and a policy that repeats another.
DROP INDEX payments_gateway_reference;
DROP POLICY noted_places ON sessions;

ALTER TABLE payments RENAME CONSTRAINT payments_check1 TO payments_check;
ALTER TABLE agent_runs RENAME CONSTRAINT agent_runs_check1 TO agent_runs_check;
ALTER TABLE agent_runs RENAME CONSTRAINT agent_runs_check3 TO agent_runs_check1;
ALTER TABLE agent_runs RENAME CONSTRAINT agent_runs_check5 TO agent_runs_check2;
ALTER TABLE invoices RENAME CONSTRAINT invoices_check1 TO invoices_check;
ALTER TABLE invoices RENAME CONSTRAINT invoices_check2 TO invoices_check1;
ALTER TABLE invoices RENAME CONSTRAINT invoices_check3 TO invoices_check2;
ALTER TABLE invoices RENAME CONSTRAINT invoices_check4 TO invoices_check3;
ALTER TABLE invoices RENAME CONSTRAINT invoices_check5 TO invoices_check4;

DO $$
BEGIN
  -- Before PostgreSQL 18, NOT NULL is no constraint with a name.
  IF current_setting('server_version_num')::integer < 180000 THEN RETURN; END IF;
  ALTER TABLE payments RENAME CONSTRAINT payments_method_not_null TO payments_payment_method_id_not_null;
  ALTER TABLE kept_answers RENAME CONSTRAINT kept_answers_kept_until_not_null TO kept_answers_expires_at_not_null;
END $$;
