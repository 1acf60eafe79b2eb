-- What a marketplace and the law need of a provider, and whether they may be booked (docs/decisions/0118).

-- A national provider identifier: ten digits, the last by Luhn's formula over 80840 and the others (45 CFR 162.406).
-- 24 is what the prefix adds to the sum.
CREATE FUNCTION therapy.is_npi(npi text) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT
  RETURN npi ~ '^[0-9]{10}$' AND (
    SELECT (24 + sum(translate(digit, '0123456789', CASE WHEN place % 2 = 1 THEN '0246813579' ELSE '0123456789' END)::int)) % 10
    FROM unnest(string_to_array(npi, NULL)) WITH ORDINALITY AS digits(digit, place)) = 0;

ALTER TABLE providers
  ADD COLUMN status text NOT NULL DEFAULT 'APPROVED' CHECK (status IN (
    'APPLIED', 'DOCUMENTS', 'VERIFICATION', 'APPROVAL', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'SUSPENDED')),
  ADD COLUMN suspended_at timestamptz(3),
  ADD COLUMN suspension_reason text CHECK (suspension_reason IN ('LICENSE_EXPIRED', 'LICENSE_NOT_VALID', 'OTHER')),
  ADD COLUMN status_note text,
  ADD COLUMN profession text,
  ADD COLUMN npi text CHECK (therapy.is_npi(npi)),
  ADD COLUMN insurance jsonb,
  ADD COLUMN age_range jsonb,
  ADD COLUMN modalities text[] NOT NULL DEFAULT '{CLINIC}'
    CHECK (modalities <@ '{CLINIC,HOME,TELEHEALTH}' AND cardinality(modalities) > 0),
  ADD COLUMN service_area jsonb,
  ADD COLUMN biography text,
  ADD COLUMN payers text[] NOT NULL DEFAULT '{}',
  ADD COLUMN accepts_new_clients boolean NOT NULL DEFAULT true,
  ADD COLUMN caseload_limit integer CHECK (caseload_limit >= 0),
  ADD CONSTRAINT providers_suspended CHECK (
    (status = 'SUSPENDED') = (suspended_at IS NOT NULL) AND (status = 'SUSPENDED') = (suspension_reason IS NOT NULL));
CREATE UNIQUE INDEX providers_npi_key ON providers (tenant_id, npi);
