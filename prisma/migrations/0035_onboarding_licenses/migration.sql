-- What an applicant says of a license is a license on record, and the item names it.
ALTER TABLE onboarding_items
  ADD COLUMN license_id text,
  ADD FOREIGN KEY (tenant_id, license_id) REFERENCES provider_licenses;
