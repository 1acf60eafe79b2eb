-- The centre's account that pays it, chosen at approval. NULL: the deployment's sandbox, or not approved.
ALTER TABLE settlements
  ADD COLUMN payment_account_id text,
  ADD FOREIGN KEY (tenant_id, payment_account_id) REFERENCES payment_accounts;
