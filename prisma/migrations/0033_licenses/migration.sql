-- Licenses of providers, who verified them and how, and when they are looked at again (docs/decisions/0128).

CREATE TABLE provider_licenses (
  tenant_id    text NOT NULL REFERENCES tenants,
  id           text NOT NULL,
  provider_id  text NOT NULL,
  profession   text NOT NULL,
  number       text NOT NULL,
  authority    text NOT NULL,
  -- ISO 3166-2.
  state        text NOT NULL CHECK (state ~ '^[A-Z]{2}-[A-Z0-9]{1,3}$'),
  issued_on    date,
  -- The first day on which it does not count any more; null for one without an end.
  expires_on   date,
  verification_status text NOT NULL DEFAULT 'UNVERIFIED'
    CHECK (verification_status IN ('UNVERIFIED', 'PENDING', 'VERIFIED', 'MISMATCH')),
  verification_method text CHECK (verification_method IN ('REGISTRY', 'DOCUMENT', 'PHONE', 'OTHER')),
  -- Set: it counts. A license that is checked again counts until the answer says otherwise.
  verified_at  timestamptz(3),
  verified_by  text,
  -- Which registry answered, and when anybody last looked.
  verification_source text,
  checked_at   timestamptz(3),
  evidence     jsonb NOT NULL DEFAULT '[]',
  verification_note text,
  -- Of checks at a registry: an answer to another one than this is not taken.
  check_number integer NOT NULL DEFAULT 0,
  -- When the next reminder is due, or the expiry; null for never.
  watch_at     timestamptz(3),
  archived_at  timestamptz(3),
  created_at   timestamptz(3) NOT NULL,
  updated_at   timestamptz(3) NOT NULL,
  version      integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  CHECK (expires_on > issued_on),
  CHECK ((verified_at IS NULL) = (verified_by IS NULL)),
  CHECK (verification_status <> 'VERIFIED' OR verified_at IS NOT NULL),
  CHECK (verification_status NOT IN ('UNVERIFIED', 'MISMATCH') OR verified_at IS NULL)
);
CREATE UNIQUE INDEX provider_licenses_number ON provider_licenses (tenant_id, state, profession, number)
  WHERE archived_at IS NULL;
CREATE INDEX provider_licenses_provider ON provider_licenses (tenant_id, provider_id);
CREATE INDEX provider_licenses_updated ON provider_licenses (tenant_id, updated_at, id);
CREATE INDEX provider_licenses_expiry ON provider_licenses (tenant_id, expires_on);
-- Who holds a license that counts, in one state.
CREATE INDEX provider_licenses_counting ON provider_licenses (tenant_id, state, provider_id)
  INCLUDE (profession, issued_on, expires_on) WHERE verified_at IS NOT NULL AND archived_at IS NULL;
-- What is due, over all centres: one range.
CREATE INDEX provider_licenses_watch ON provider_licenses (watch_at) WHERE watch_at IS NOT NULL;
CREATE INDEX provider_licenses_pending ON provider_licenses (tenant_id, id) WHERE verification_status = 'PENDING';

CALL therapy.isolate('provider_licenses', 'SELECT, INSERT, UPDATE');
-- Everybody who may read them reads all; they are written where the provider works. Who has no location works at all of them.
CALL therapy.restrict_writes_to_locations('provider_licenses', 'EXISTS (
  SELECT FROM providers p WHERE p.tenant_id = provider_licenses.tenant_id AND p.id = provider_licenses.provider_id
    AND (p.location_ids = ''{}'' OR p.location_ids && (SELECT therapy.locations())::text[]))');
