-- The tables by context, each with its constraints and indexes. Roles, grants and policies are in 0002; functions and
-- triggers are in prisma/functions.
--
-- Keys are (tenant_id, id), so that a foreign key cannot cross tenants. Tables that grow with every call have no
-- foreign key to tenants: each check would lock the one row that all transactions of a tenant share. Their rows come from a
-- context whose tenant exists.
--
-- Lists are followed by their changes: every table that has a list can be read by (tenant_id, updated_at, id).

CREATE EXTENSION IF NOT EXISTS btree_gist;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE SCHEMA therapy;

-- A name as searches compare it: without accents, case or punctuation, in Latin letters (pg_trgm knows letters of other
-- scripts only by the server's locale). The builtin collation gives the same result on every server. Generated columns
-- store the result: a change needs a migration that writes them again.
CREATE FUNCTION therapy.search_text(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN btrim(translate(
    replace(replace(replace(
      lower(regexp_replace(normalize(name, NFD), U&'[\0300-\036F]', '', 'g') COLLATE pg_catalog.pg_c_utf8),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
    'øłđıðабвгдежзиклмнопрстуфхцчшщыэюяієґαβγδεζηθικλμνξοπρσςτυφχψω''’`.,-_',
    'oldidabvgdezziklmnoprstufhccssyeuaiegabgdezitiklmnxoprsstyfhpo       '));

-- A national provider identifier: ten digits, the last one by Luhn's formula over 80840 and the others
-- (45 CFR 162.406). The prefix adds 24 to the sum.
CREATE FUNCTION therapy.is_npi(npi text) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT
  RETURN npi ~ '^[0-9]{10}$' AND (
    SELECT (24 + sum(translate(digit, '0123456789', CASE WHEN place % 2 = 1 THEN '0246813579' ELSE '0123456789' END)::int)) % 10
    FROM unnest(string_to_array(npi, NULL)) WITH ORDINALITY AS digits(digit, place)) = 0;

-- One time zone database: `therapy migrate` compares PostgreSQL's data with Node's, and redefines these functions
-- (prisma/time-zones.ts).
CREATE FUNCTION therapy.local_time(at timestamptz, zone text) RETURNS timestamp
LANGUAGE sql STABLE PARALLEL SAFE
RETURN at AT TIME ZONE zone;
COMMENT ON FUNCTION therapy.local_time IS 'What the clocks of a zone show at an instant.';

CREATE FUNCTION therapy.local_time_of_node(at timestamptz, zone text) RETURNS timestamp
LANGUAGE plpgsql STRICT STABLE PARALLEL SAFE SET search_path = pg_catalog, public, pg_temp
AS $$ BEGIN RETURN at AT TIME ZONE zone; END $$;
COMMENT ON FUNCTION therapy.local_time_of_node IS 'The same, by Node''s data, for zones that differ.';

CREATE FUNCTION therapy.compared_zones() RETURNS jsonb
LANGUAGE sql STABLE PARALLEL SAFE
RETURN '{}'::jsonb;
COMMENT ON FUNCTION therapy.compared_zones IS 'Which data were compared last, and the zones that differ.';

-- Organization ------------------------------------------------------------------------------------

-- A centre and its settings. `ten_platform` is the platform itself.
CREATE TABLE tenants (
  tenant_id                  text PRIMARY KEY,
  name                       text NOT NULL,
  default_time_zone          text NOT NULL,
  currency                   char(3) NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- No real money moves in a test centre. Sandbox payment accounts exist in test centres only.
  is_test                    boolean NOT NULL DEFAULT false,
  status                     text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'SUSPENDED')),
  -- Shown to the centre's owners.
  status_reason              text,
  -- The last suspension. What was due meanwhile is late, not forgotten.
  suspended_at               timestamptz(3),
  resumed_at                 timestamptz(3),
  -- From then on nobody writes, and the centre is removed.
  closes_at                  timestamptz(3),
  -- When the removal was complete.
  closed_at                  timestamptz(3),
  reminder_offsets_minutes   integer[] NOT NULL,
  -- What happens to an appointment that nobody checks in or closes, unless its service says otherwise.
  no_show_mode               text NOT NULL DEFAULT 'MARK'
    CHECK (no_show_mode IN ('OFF', 'MARK', 'MARK_AND_PROPOSE_FEE', 'MARK_AND_CHARGE')),
  no_show_grace_minutes      integer NOT NULL DEFAULT 30 CHECK (no_show_grace_minutes BETWEEN 0 AND 1440),
  completion_mode            text NOT NULL DEFAULT 'MARK' CHECK (completion_mode IN ('OFF', 'MARK')),
  completion_delay_minutes   integer NOT NULL DEFAULT 60 CHECK (completion_delay_minutes BETWEEN 0 AND 1440),
  -- Copy of the table `closures` for bookings, kept by prisma/functions/calendars.sql.
  closures                   jsonb,
  -- Messages to people. Quiet hours are local times such as 21:00; from 21:00 until 07:00 crosses midnight.
  message_language           text NOT NULL DEFAULT 'en',
  -- Null: the name of the centre, and the deployment's sender address.
  message_sender_name        text,
  message_reply_to_email     text,
  quiet_hours_start_time     text CHECK (quiet_hours_start_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  quiet_hours_end_time       text CHECK (quiet_hours_end_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  -- When e-mail invitations to appointments were turned on; null: they are off.
  invitations_since          timestamptz(3),
  -- Days before a consent expires on which guardians are reminded.
  consent_reminder_days      integer[] NOT NULL DEFAULT '{30,7}',
  -- Apply to sessions that begin after a change.
  session_idle_minutes       integer NOT NULL DEFAULT 60 CHECK (session_idle_minutes BETWEEN 5 AND 480),
  session_longest_hours      integer NOT NULL DEFAULT 12 CHECK (session_longest_hours BETWEEN 1 AND 24),
  -- Longest life of a delegated key in days; 0: none can be made.
  delegated_key_longest_days integer NOT NULL DEFAULT 30 CHECK (delegated_key_longest_days BETWEEN 0 AND 90),
  second_factor              text NOT NULL DEFAULT 'NONE' CHECK (second_factor IN ('NONE', 'REQUIRED')),
  -- How recent the sign-in of a signer must be; null: any session may sign.
  signature_step_up_minutes  integer CHECK (signature_step_up_minutes BETWEEN 1 AND 480),
  -- Told when a provider breaks the glass.
  privacy_contact_email      text,
  -- Years after the last contact; age until which a child's record is kept; calendar years after a payment. Rule and
  -- sources: retentionEnds in the domain.
  clinical_retention_years   integer NOT NULL DEFAULT 10 CHECK (clinical_retention_years BETWEEN 3 AND 30),
  child_retention_age        integer DEFAULT 25 CHECK (child_retention_age BETWEEN 18 AND 40),
  financial_retention_years  integer NOT NULL DEFAULT 8 CHECK (financial_retention_years BETWEEN 5 AND 15),
  -- Days before a payout account that replaces another is paid to.
  payout_cooling_off_days    integer NOT NULL DEFAULT 3 CHECK (payout_cooling_off_days BETWEEN 0 AND 30),
  -- Withholds figures of fewer than five records from users who may not read clinical records.
  small_figures_withheld     boolean NOT NULL DEFAULT false,
  agents                     text NOT NULL DEFAULT 'PROPOSE' CHECK (agents IN ('OFF', 'PROPOSE')),
  -- Tokens that all agents together may use on a UTC day; null: only the limits of the models apply.
  agent_tokens_per_day       integer CHECK (agent_tokens_per_day > 0),
  -- Requests a minute of all keys together; null: the deployment's limit. Only operators set it.
  rate_limit_per_minute      integer CHECK (rate_limit_per_minute > 0),
  created_at                 timestamptz(3) NOT NULL,
  updated_at                 timestamptz(3) NOT NULL,
  version                    integer NOT NULL DEFAULT 1,
  CHECK ((quiet_hours_start_time IS NULL) = (quiet_hours_end_time IS NULL)),
  CHECK (quiet_hours_start_time <> quiet_hours_end_time),
  CONSTRAINT tenants_suspended_since
    CHECK (status = 'ACTIVE' OR (suspended_at IS NOT NULL AND status_reason IS NOT NULL)),
  -- The platform's own row cannot be closed.
  CONSTRAINT tenants_closed_when_suspended CHECK (closes_at IS NULL OR
    (status = 'SUSPENDED' AND closes_at >= suspended_at + interval '24 hours' AND tenant_id <> 'ten_platform')),
  CONSTRAINT tenants_closed_in_time CHECK (closed_at IS NULL OR closes_at IS NOT NULL)
);
CREATE INDEX tenants_closing ON tenants (closes_at) WHERE closes_at IS NOT NULL AND closed_at IS NULL;

CREATE TABLE locations (
  tenant_id   text NOT NULL REFERENCES tenants,
  id          text NOT NULL,
  name        text NOT NULL,
  time_zone   text NOT NULL,
  -- Weekly windows: [{"weekday": "MONDAY", "from": "08:00", "until": "18:00"}]; null is always open.
  hours       jsonb,
  address     jsonb,
  -- Searches by distance select a box first, by the index.
  latitude    double precision CHECK (latitude BETWEEN -90 AND 90),
  longitude   double precision CHECK (longitude BETWEEN -180 AND 180),
  phone       text,
  archived_at timestamptz(3),
  created_at  timestamptz(3) NOT NULL,
  updated_at  timestamptz(3) NOT NULL,
  version     integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  CHECK ((latitude IS NULL) = (longitude IS NULL))
);
CREATE INDEX locations_coordinates ON locations (tenant_id, latitude, longitude) WHERE latitude IS NOT NULL;
CREATE INDEX locations_updated ON locations (tenant_id, updated_at, id);

CREATE TABLE rooms (
  tenant_id   text NOT NULL REFERENCES tenants,
  id          text NOT NULL,
  location_id text NOT NULL,
  name        text NOT NULL,
  capacity    integer NOT NULL CHECK (capacity > 0),
  equipment   text[] NOT NULL,
  archived_at timestamptz(3),
  created_at  timestamptz(3) NOT NULL,
  updated_at  timestamptz(3) NOT NULL,
  version     integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, location_id) REFERENCES locations
);
CREATE INDEX rooms_updated ON rooms (tenant_id, updated_at, id);

-- What a centre offers. Lists of values that every booking writes are enum types: a CHECK is parsed again at every
-- insert.
CREATE TYPE unit_rule AS ENUM ('PER_SESSION', 'CMS_8_MINUTE', 'MIDPOINT', 'COMPLETED_UNITS');
CREATE TYPE appointment_type AS ENUM
  ('THERAPY_SESSION', 'ASSESSMENT', 'INTAKE', 'FOLLOW_UP', 'GROUP_SESSION', 'PARENT_TRAINING', 'EARLY_INTERVENTION');
CREATE TABLE services (
  tenant_id                   text NOT NULL REFERENCES tenants,
  id                          text NOT NULL,
  code                        text NOT NULL,
  name                        text NOT NULL,
  -- An appointment takes its type from its service. A booking that names only a type takes that type's default service.
  appointment_type            appointment_type NOT NULL,
  default_for_type            boolean NOT NULL DEFAULT false,
  -- CPT, HCPCS or the centre's own.
  billing_code                text,
  duration_minutes            integer NOT NULL CHECK (duration_minutes BETWEEN 1 AND 1440),
  buffer_before_minutes       integer NOT NULL CHECK (buffer_before_minutes BETWEEN 0 AND 240),
  buffer_after_minutes        integer NOT NULL CHECK (buffer_after_minutes BETWEEN 0 AND 240),
  capacity                    integer NOT NULL CHECK (capacity > 0),
  lead_time_minutes           integer NOT NULL CHECK (lead_time_minutes >= 0),
  requires_confirmation       boolean NOT NULL,
  -- How long a booking waits for its confirmation.
  confirmation_window_minutes integer NOT NULL DEFAULT 2880 CHECK (confirmation_window_minutes BETWEEN 15 AND 43200),
  -- Null: the price is not known. 0: free.
  amount_minor                integer CHECK (amount_minor >= 0),
  currency                    char(3) NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  start_every_minutes         integer CHECK (start_every_minutes IN (5, 10, 15, 20, 30, 60)),
  horizon_days                integer CHECK (horizon_days BETWEEN 1 AND 730),
  daily_cap                   integer CHECK (daily_cap BETWEEN 1 AND 100),
  room_required               boolean NOT NULL DEFAULT false,
  equipment                   text[] NOT NULL DEFAULT '{}',
  -- Overrides by provider and prices by location are members of the service: a booking reads them with the row it reads
  -- anyway. Their ids are checked when they are written.
  provider_ids                text[] NOT NULL DEFAULT '{}',
  provider_overrides          jsonb NOT NULL DEFAULT '{}',
  location_prices             jsonb NOT NULL DEFAULT '{}',
  required_consents           text[] NOT NULL DEFAULT '{}'
    CHECK (required_consents <@ ARRAY['TREATMENT', 'DATA_SHARING', 'PHOTO_VIDEO', 'TELEHEALTH', 'AI_PROCESSING',
      'EVALUATION_AND_ASSESSMENT', 'EARLY_INTERVENTION_SERVICES', 'INSURANCE_USE', 'INFORMATION_EXCHANGE']),
  required_forms              text[] NOT NULL DEFAULT '{}',
  -- How minutes become billable units; null: set by hand.
  unit_rule                   unit_rule,
  unit_minutes                integer NOT NULL DEFAULT 15 CHECK (unit_minutes BETWEEN 1 AND 480),
  -- Null: the centre's setting.
  no_show_mode                text CHECK (no_show_mode IN ('OFF', 'MARK', 'MARK_AND_PROPOSE_FEE', 'MARK_AND_CHARGE')),
  no_show_grace_minutes       integer CHECK (no_show_grace_minutes BETWEEN 0 AND 1440),
  completion_mode             text CHECK (completion_mode IN ('OFF', 'MARK')),
  completion_delay_minutes    integer CHECK (completion_delay_minutes BETWEEN 0 AND 1440),
  archived_at                 timestamptz(3),
  created_at                  timestamptz(3) NOT NULL,
  updated_at                  timestamptz(3) NOT NULL,
  version                     integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX services_code_key ON services (tenant_id, code) WHERE archived_at IS NULL;
CREATE UNIQUE INDEX services_default_for_type_key ON services (tenant_id, appointment_type)
  WHERE default_for_type AND archived_at IS NULL;
CREATE INDEX services_updated ON services (tenant_id, updated_at, id);

CREATE TABLE providers (
  tenant_id           text NOT NULL REFERENCES tenants,
  id                  text NOT NULL,
  name                text NOT NULL,
  email               text,
  phone               text,
  -- Of the provider's onboarding while it runs, and its result.
  status              text NOT NULL DEFAULT 'APPROVED'
    CHECK (status IN ('APPLIED', 'DOCUMENTS', 'VERIFICATION', 'APPROVAL', 'APPROVED', 'REJECTED', 'WITHDRAWN',
      'SUSPENDED')),
  suspended_at        timestamptz(3),
  suspension_reason   text CHECK (suspension_reason IN ('LICENSE_EXPIRED', 'LICENSE_NOT_VALID', 'OTHER')),
  status_note         text,
  profession          text,
  npi                 text CHECK (therapy.is_npi(npi)),
  specialties         text[] NOT NULL,
  languages           text[] NOT NULL,
  location_ids        text[] NOT NULL,
  modalities          text[] NOT NULL DEFAULT '{CLINIC}'
    CHECK (modalities <@ '{CLINIC,HOME,TELEHEALTH}' AND cardinality(modalities) > 0),
  service_area        jsonb,
  age_range           jsonb,
  payers              text[] NOT NULL DEFAULT '{}',
  accepts_new_clients boolean NOT NULL DEFAULT true,
  caseload_limit      integer CHECK (caseload_limit >= 0),
  insurance           jsonb,
  biography           text,
  photograph_url      text CHECK (photograph_url LIKE 'https://%'),
  -- Copy of schedules, exceptions and time off for bookings, kept by prisma/functions/calendars.sql.
  calendar            jsonb,
  archived_at         timestamptz(3),
  created_at          timestamptz(3) NOT NULL,
  updated_at          timestamptz(3) NOT NULL,
  version             integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT providers_suspended CHECK ((status = 'SUSPENDED') = (suspended_at IS NOT NULL)
    AND (status = 'SUSPENDED') = (suspension_reason IS NOT NULL))
);
CREATE UNIQUE INDEX providers_npi_key ON providers (tenant_id, npi);
CREATE INDEX providers_updated ON providers (tenant_id, updated_at, id);

-- Licenses of providers, how each was verified, and when it is checked next.
CREATE TABLE provider_licenses (
  tenant_id           text NOT NULL REFERENCES tenants,
  id                  text NOT NULL,
  provider_id         text NOT NULL,
  profession          text NOT NULL,
  number              text NOT NULL,
  authority           text NOT NULL,
  -- ISO 3166-2.
  state               text NOT NULL CHECK (state ~ '^[A-Z]{2}-[A-Z0-9]{1,3}$'),
  issued_on           date,
  -- The first day on which the license is no longer valid; null: it does not expire.
  expires_on          date,
  verification_status text NOT NULL DEFAULT 'UNVERIFIED'
    CHECK (verification_status IN ('UNVERIFIED', 'PENDING', 'VERIFIED', 'MISMATCH')),
  verification_method text CHECK (verification_method IN ('REGISTRY', 'DOCUMENT', 'PHONE', 'OTHER')),
  -- Set while the license counts. It keeps counting during a new check until an answer arrives.
  verified_at         timestamptz(3),
  verified_by         text,
  -- The registry that answered, and the time of the last check.
  verification_source text,
  checked_at          timestamptz(3),
  evidence            jsonb NOT NULL DEFAULT '[]',
  verification_note   text,
  -- Numbers the checks at a registry; the answer to an earlier check is ignored.
  check_number        integer NOT NULL DEFAULT 0,
  -- When the next reminder or the expiry is due; null: never.
  watch_at            timestamptz(3),
  archived_at         timestamptz(3),
  created_at          timestamptz(3) NOT NULL,
  updated_at          timestamptz(3) NOT NULL,
  version             integer NOT NULL DEFAULT 1,
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
CREATE INDEX provider_licenses_expiry ON provider_licenses (tenant_id, expires_on);
-- Providers with a license that counts in a state.
CREATE INDEX provider_licenses_counting ON provider_licenses (tenant_id, state, provider_id)
  INCLUDE (profession, issued_on, expires_on) WHERE verified_at IS NOT NULL AND archived_at IS NULL;
CREATE INDEX provider_licenses_pending ON provider_licenses (tenant_id, id) WHERE verification_status = 'PENDING';
-- What is due in all centres, as one range.
CREATE INDEX provider_licenses_watch ON provider_licenses (watch_at, tenant_id, id) WHERE watch_at IS NOT NULL;
CREATE INDEX provider_licenses_updated ON provider_licenses (tenant_id, updated_at, id);

-- A supervisor co-signs the notes of a provider.
CREATE TABLE supervisions (
  tenant_id     text NOT NULL REFERENCES tenants,
  id            text NOT NULL,
  provider_id   text NOT NULL,
  supervisor_id text NOT NULL,
  ended_at      timestamptz(3),
  created_at    timestamptz(3) NOT NULL,
  updated_at    timestamptz(3) NOT NULL,
  version       integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  FOREIGN KEY (tenant_id, supervisor_id) REFERENCES providers,
  CHECK (provider_id <> supervisor_id)
);
CREATE UNIQUE INDEX supervisions_live ON supervisions (tenant_id, provider_id) WHERE ended_at IS NULL;
CREATE INDEX supervisions_supervisor ON supervisions (tenant_id, supervisor_id);
CREATE INDEX supervisions_updated ON supervisions (tenant_id, updated_at, id);

-- Co-signs for a supervisor who is away.
CREATE TABLE supervision_delegates (
  tenant_id     text NOT NULL REFERENCES tenants,
  id            text NOT NULL,
  supervisor_id text NOT NULL,
  delegate_id   text NOT NULL,
  starts_at     timestamptz(3) NOT NULL,
  ends_at       timestamptz(3) NOT NULL,
  created_at    timestamptz(3) NOT NULL,
  updated_at    timestamptz(3) NOT NULL,
  version       integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, supervisor_id) REFERENCES providers,
  FOREIGN KEY (tenant_id, delegate_id) REFERENCES providers,
  CHECK (supervisor_id <> delegate_id),
  CHECK (ends_at >= starts_at)
);
CREATE INDEX supervision_delegates_delegate ON supervision_delegates (tenant_id, delegate_id, ends_at);
CREATE INDEX supervision_delegates_updated ON supervision_delegates (tenant_id, updated_at, id);

CREATE TABLE schedules (
  tenant_id   text NOT NULL REFERENCES tenants,
  id          text NOT NULL,
  provider_id text NOT NULL,
  location_id text NOT NULL,
  time_zone   text NOT NULL,
  windows     jsonb NOT NULL,
  starts_on   date,
  ends_on     date,
  archived_at timestamptz(3),
  created_at  timestamptz(3) NOT NULL,
  updated_at  timestamptz(3) NOT NULL,
  version     integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  FOREIGN KEY (tenant_id, location_id) REFERENCES locations,
  CHECK (starts_on <= ends_on)
);
CREATE INDEX schedules_provider ON schedules (tenant_id, provider_id) WHERE archived_at IS NULL;
CREATE INDEX schedules_updated ON schedules (tenant_id, updated_at, id);

CREATE TABLE schedule_exceptions (
  tenant_id   text NOT NULL REFERENCES tenants,
  id          text NOT NULL,
  provider_id text NOT NULL,
  -- Null: all locations of the provider.
  location_id text,
  kind        text NOT NULL CHECK (kind IN ('CLOSED', 'EXTRA')),
  occurs_on   date NOT NULL,
  time_zone   text NOT NULL,
  windows     jsonb NOT NULL,
  archived_at timestamptz(3),
  created_at  timestamptz(3) NOT NULL,
  updated_at  timestamptz(3) NOT NULL,
  version     integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  FOREIGN KEY (tenant_id, location_id) REFERENCES locations,
  CHECK ((kind = 'CLOSED') = (windows = '[]'))
);
CREATE INDEX schedule_exceptions_provider ON schedule_exceptions (tenant_id, provider_id, occurs_on)
  WHERE archived_at IS NULL;
CREATE INDEX schedule_exceptions_updated ON schedule_exceptions (tenant_id, updated_at, id);

-- Days without bookings.
CREATE TABLE closures (
  tenant_id             text NOT NULL REFERENCES tenants,
  id                    text NOT NULL,
  -- Null: every location.
  location_id           text,
  name                  text NOT NULL,
  starts_on             date NOT NULL,
  ends_on               date NOT NULL,
  -- Whether statutory clocks count the days as working days.
  counts_as_working_day boolean NOT NULL DEFAULT false,
  archived_at           timestamptz(3),
  created_at            timestamptz(3) NOT NULL,
  updated_at            timestamptz(3) NOT NULL,
  version               integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, location_id) REFERENCES locations,
  CHECK (starts_on <= ends_on)
);
CREATE INDEX closures_last_date ON closures (tenant_id, ends_on) WHERE archived_at IS NULL;
CREATE INDEX closures_updated ON closures (tenant_id, updated_at, id);

CREATE TABLE custom_field_definitions (
  tenant_id   text NOT NULL REFERENCES tenants,
  id          text NOT NULL,
  resource    text NOT NULL CHECK (resource IN ('CLIENT')),
  key         text NOT NULL CHECK (key ~ '^[A-Za-z][A-Za-z0-9_]{0,62}$'),
  label       text NOT NULL,
  type        text NOT NULL CHECK (type IN ('TEXT', 'NUMBER', 'BOOLEAN', 'DATE', 'SELECT')),
  options     text[] NOT NULL,
  required    boolean NOT NULL,
  archived_at timestamptz(3),
  created_at  timestamptz(3) NOT NULL,
  updated_at  timestamptz(3) NOT NULL,
  version     integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX custom_field_definitions_key ON custom_field_definitions (tenant_id, resource, key)
  WHERE archived_at IS NULL;
CREATE INDEX custom_field_definitions_updated ON custom_field_definitions (tenant_id, updated_at, id);

-- Platform ----------------------------------------------------------------------------------------

CREATE TABLE api_keys (
  tenant_id             text NOT NULL REFERENCES tenants,
  id                    text NOT NULL UNIQUE,
  name                  text NOT NULL,
  -- A key that is bound to a provider works as therapy_caseload.
  provider_id           text,
  secret_hash           text NOT NULL,
  scopes                text[] NOT NULL,
  resources             text[] NOT NULL,
  methods               text[] NOT NULL,
  ip_ranges             text[] NOT NULL,
  rate_limit_per_minute integer CHECK (rate_limit_per_minute > 0),
  expires_at            timestamptz(3),
  revoked_at            timestamptz(3),
  last_used_at          timestamptz(3),
  -- A user, another key, or the operator. Where two people are needed, a key counts as the person this leads to.
  created_by            text NOT NULL DEFAULT 'operator',
  created_at            timestamptz(3) NOT NULL,
  updated_at            timestamptz(3) NOT NULL,
  version               integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers
);
CREATE INDEX api_keys_provider ON api_keys (tenant_id, provider_id) WHERE provider_id IS NOT NULL;
CREATE INDEX api_keys_updated ON api_keys (tenant_id, updated_at, id);

CREATE TABLE refresh_tokens (
  tenant_id  text NOT NULL,
  id         text NOT NULL,
  family_id  text NOT NULL,
  client_id  text NOT NULL,
  token_hash text NOT NULL UNIQUE,
  scopes     text[] NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  spent_at   timestamptz(3),
  revoked_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, client_id) REFERENCES api_keys
);
CREATE INDEX refresh_tokens_family ON refresh_tokens (tenant_id, family_id);
CREATE INDEX refresh_tokens_expires_at ON refresh_tokens (expires_at);

CREATE TABLE revoked_tokens (
  tenant_id  text NOT NULL,
  id         text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX revoked_tokens_expires_at ON revoked_tokens (expires_at);

-- Tokens of operators, so that one can be revoked before it expires. No tenant's role sees them. A token without a row
-- is refused.
CREATE TABLE operator_tokens (
  id         text PRIMARY KEY,
  name       text NOT NULL,
  issued_at  timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3)
);
CREATE INDEX operator_tokens_expires_at ON operator_tokens (expires_at);

-- The platform's own keys; the application has no grant.
CREATE TABLE signing_keys (
  id         text PRIMARY KEY,
  purpose    text NOT NULL CHECK (purpose IN ('access_token', 'webhook', 'audit_seal')),
  algorithm  text NOT NULL,
  public_jwk jsonb NOT NULL,
  ciphertext text NOT NULL,
  -- A key is published before it signs, so that a cached key set never meets an unknown key.
  signs_from timestamptz(3) NOT NULL DEFAULT now(),
  created_at timestamptz(3) NOT NULL,
  retired_at timestamptz(3)
);
CREATE UNIQUE INDEX signing_keys_active ON signing_keys (purpose) WHERE retired_at IS NULL;

-- Has the shape that rate-limiter-flexible expects.
CREATE UNLOGGED TABLE rate_limits (
  key    varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);

CREATE TABLE idempotency_keys (
  tenant_id   text NOT NULL,
  client_id   text NOT NULL,
  key         text NOT NULL,
  fingerprint text NOT NULL,
  status      integer NOT NULL,
  ciphertext  text NOT NULL,
  created_at  timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, client_id, key)
);
CREATE INDEX idempotency_keys_created_at ON idempotency_keys (created_at);

-- Events and calls of workflows, written with the records they follow from and handed over by the relay.
CREATE TYPE outbox_kind AS ENUM ('event', 'workflow', 'test');
CREATE TABLE outbox (
  tenant_id    text NOT NULL,
  id           text NOT NULL,
  seq          bigint GENERATED BY DEFAULT AS IDENTITY,
  kind         outbox_kind NOT NULL,
  type         text NOT NULL,
  subject_type text NOT NULL,
  subject_id   text NOT NULL,
  payload      jsonb NOT NULL,
  actor        jsonb NOT NULL,
  request_id   text,
  -- The workflow that caused the event.
  workflow_id  text,
  -- The trace of the write, as a W3C traceparent (https://www.w3.org/TR/trace-context/), so that work hours later
  -- belongs to the same trace. Null while tracing is off.
  traceparent  text,
  created_at   timestamptz(3) NOT NULL,
  available_at timestamptz(3) NOT NULL,
  done_at      timestamptz(3),
  attempts     integer NOT NULL DEFAULT 0,
  last_error   text,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX outbox_pending ON outbox (kind, seq) WHERE done_at IS NULL;
-- Recoveries walk a range of events in batches; the event log filters by time.
CREATE INDEX outbox_events_by_time ON outbox (tenant_id, created_at, id) WHERE kind = 'event';
CREATE INDEX outbox_handed_over ON outbox (done_at) WHERE kind = 'workflow' AND done_at IS NOT NULL;
-- Timelines and the event log read the events of a record.
CREATE INDEX outbox_events_of_subject ON outbox (tenant_id, subject_id, id) WHERE kind = 'event';

-- Files to remove, written by the transaction that gives them up. They are removed right after its commit, or by the
-- hourly run of `tidyFiles` if the process ends first.
CREATE TABLE file_removals (
  tenant_id  text NOT NULL REFERENCES tenants,
  key        text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, key),
  CHECK (starts_with(key, tenant_id || '/'))
);

-- Append-only. Only the database sets `seq` and `xid`; a seal covers transactions that had committed.
CREATE TYPE audit_actor_kind AS ENUM ('API_KEY', 'USER', 'SYSTEM', 'ANONYMOUS');
CREATE TYPE audit_outcome AS ENUM ('ALLOWED', 'REFUSED', 'REPLAYED', 'FAILED');
CREATE TABLE audit_entries (
  tenant_id     text NOT NULL,
  id            text NOT NULL,
  seq           bigint GENERATED BY DEFAULT AS IDENTITY,
  occurred_at   timestamptz(3) NOT NULL,
  actor_kind    audit_actor_kind NOT NULL,
  actor_id      text NOT NULL,
  -- The session or API key through which a person acted. Part of the hash (domain/platform/audit/entry-hash.ts).
  actor_through text,
  action        text NOT NULL,
  outcome       audit_outcome NOT NULL,
  code          text,
  http_status   integer,
  subject_type  text,
  subject_id    text,
  request_id    text,
  workflow_id   text,
  changes       jsonb NOT NULL,
  xid           xid8 NOT NULL DEFAULT pg_current_xact_id(),
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX audit_entries_subject ON audit_entries (tenant_id, subject_id) WHERE subject_id IS NOT NULL;
CREATE INDEX audit_entries_xid ON audit_entries (tenant_id, xid, seq);
CREATE INDEX audit_entries_occurred_at ON audit_entries (tenant_id, occurred_at, id);
CREATE INDEX audit_entries_request ON audit_entries (tenant_id, request_id) WHERE request_id IS NOT NULL;
-- Entries of reads name the children whose records were shown.
CREATE INDEX audit_entries_children ON audit_entries USING gin (changes jsonb_path_ops) WHERE changes ? 'children';

CREATE TABLE audit_seals (
  tenant_id     text NOT NULL,
  id            text NOT NULL,
  number        integer NOT NULL,
  from_xid      text NOT NULL,
  until_xid     text NOT NULL,
  entry_count   integer NOT NULL,
  last_seq      bigint NOT NULL,
  -- What the seal covers, row by row, so that verification names the row that was changed. Hashes are 32 bytes each, in
  -- the order of the ids, and do not compress.
  entry_ids     text[] NOT NULL,
  entry_hashes  bytea STORAGE EXTERNAL NOT NULL,
  entries_hash  text NOT NULL,
  previous_hash text NOT NULL,
  seal_hash     text NOT NULL,
  key_id        text NOT NULL,
  signature     text NOT NULL,
  created_at    timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, number)
);

-- One row for each seal of any tenant, in one chain, so that the newest seals of a tenant cannot be cut off unnoticed.
CREATE TABLE audit_heads (
  number        bigint PRIMARY KEY,
  tenant_id     text NOT NULL REFERENCES tenants,
  seal_number   integer NOT NULL,
  seal_hash     text NOT NULL,
  previous_hash text NOT NULL,
  head_hash     text NOT NULL,
  key_id        text NOT NULL,
  signature     text NOT NULL,
  created_at    timestamptz(3) NOT NULL,
  UNIQUE (tenant_id, seal_number)
);

-- Staff -------------------------------------------------------------------------------------------

-- Roles that a centre defines.
CREATE TYPE role_sight AS ENUM ('CENTRE', 'CASELOAD');
CREATE TABLE roles (
  tenant_id   text NOT NULL,
  id          text NOT NULL,
  name        text NOT NULL,
  description text,
  sight       role_sight NOT NULL,
  permissions text[] NOT NULL CHECK (cardinality(permissions) > 0),
  archived_at timestamptz(3),
  created_at  timestamptz(3) NOT NULL,
  updated_at  timestamptz(3) NOT NULL,
  version     integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX roles_name ON roles (tenant_id, lower(name)) WHERE archived_at IS NULL;
CREATE INDEX roles_updated_at ON roles (tenant_id, updated_at, id);

-- A person in one centre. Someone who works in two centres is a user of each, with the same address.
CREATE TYPE user_status AS ENUM ('INVITED', 'ACTIVE', 'DEACTIVATED');
CREATE TABLE users (
  tenant_id         text NOT NULL,
  id                text NOT NULL UNIQUE,
  email             text NOT NULL CHECK (email = lower(email)),
  name              text NOT NULL,
  status            user_status NOT NULL,
  -- Names of built-in roles, and ids of the centre's own.
  roles             text[] NOT NULL CHECK (cardinality(roles) > 0),
  provider_id       text,
  -- Empty: the whole centre.
  location_ids      text[] NOT NULL DEFAULT '{}',
  -- The person's identity at the identity provider. A reused e-mail address does not give access to the account.
  sso_connection_id text,
  sso_subject       text,
  invited_at        timestamptz(3) NOT NULL,
  activated_at      timestamptz(3),
  deactivated_at    timestamptz(3) CHECK ((deactivated_at IS NOT NULL) = (status = 'DEACTIVATED')),
  created_at        timestamptz(3) NOT NULL,
  updated_at        timestamptz(3) NOT NULL,
  version           integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers (tenant_id, id),
  CHECK ((sso_connection_id IS NULL) = (sso_subject IS NULL)),
  CONSTRAINT users_whole_centre CHECK (location_ids = '{}' OR NOT roles && ARRAY['OWNER', 'ADMINISTRATOR', 'AUDITOR'])
);
CREATE UNIQUE INDEX users_email ON users (tenant_id, email);
CREATE INDEX users_by_email ON users (email) WHERE status <> 'DEACTIVATED';
CREATE UNIQUE INDEX users_provider ON users (tenant_id, provider_id)
  WHERE provider_id IS NOT NULL AND status <> 'DEACTIVATED';
CREATE UNIQUE INDEX users_sso_subject ON users (tenant_id, sso_connection_id, sso_subject)
  WHERE sso_subject IS NOT NULL;
CREATE INDEX users_updated_at ON users (tenant_id, updated_at, id);

-- Sign-in with a centre's own OpenID Connect provider.
CREATE TABLE sso_connections (
  tenant_id            text NOT NULL,
  id                   text NOT NULL UNIQUE,
  name                 text NOT NULL,
  issuer               text NOT NULL,
  client_id            text NOT NULL,
  sealed_client_secret text NOT NULL,
  scopes               text[] NOT NULL CHECK ('openid' = ANY (scopes)),
  email_domains        text[] NOT NULL CHECK (cardinality(email_domains) > 0),
  -- A domain counts once it is proved: [{ "domain": …, "provedAt": …, "provedBy": … }].
  domain_proofs        jsonb NOT NULL CHECK (jsonb_typeof(domain_proofs) = 'array'),
  -- The claim that holds a person's groups, and the roles they get: [{ "value": …, "roles": […] }].
  role_claim           text,
  role_mappings        jsonb NOT NULL,
  default_roles        text[] NOT NULL,
  creates_users        boolean NOT NULL,
  trusts_emails        boolean NOT NULL,
  is_required          boolean NOT NULL,
  acr_values           text[] NOT NULL,
  max_age_seconds      integer CHECK (max_age_seconds >= 0),
  archived_at          timestamptz(3),
  created_at           timestamptz(3) NOT NULL,
  updated_at           timestamptz(3) NOT NULL,
  version              integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX sso_connections_updated_at ON sso_connections (tenant_id, updated_at, id);
ALTER TABLE users ADD FOREIGN KEY (tenant_id, sso_connection_id) REFERENCES sso_connections (tenant_id, id);

-- Domains of active connections. A domain belongs to one connection across all centres; a trigger keeps the rows
-- (prisma/functions/staff.sql).
CREATE TABLE sso_domains (
  tenant_id     text NOT NULL,
  connection_id text NOT NULL,
  domain        text NOT NULL CHECK (domain = lower(domain)),
  CONSTRAINT sso_domains_domain PRIMARY KEY (domain),
  FOREIGN KEY (tenant_id, connection_id) REFERENCES sso_connections (tenant_id, id)
);
CREATE INDEX sso_domains_connection ON sso_domains (tenant_id, connection_id);

-- One visit to the identity provider.
CREATE TABLE sso_sign_ins (
  tenant_id       text NOT NULL,
  id              text NOT NULL,
  connection_id   text NOT NULL,
  state_hash      text NOT NULL UNIQUE,
  browser_hash    text NOT NULL,
  -- Nonce and PKCE verifier.
  sealed_secrets  text NOT NULL,
  -- The session that the visit authenticates again.
  session_id      text,
  -- The session that was open when the visit began, and that the new sign-in ends.
  ends_session_id text,
  expires_at      timestamptz(3) NOT NULL,
  used_at         timestamptz(3),
  created_at      timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, connection_id) REFERENCES sso_connections (tenant_id, id)
);
CREATE INDEX sso_sign_ins_expires_at ON sso_sign_ins (expires_at);

CREATE TABLE user_sessions (
  tenant_id           text NOT NULL,
  id                  text NOT NULL,
  user_id             text NOT NULL,
  token_hash          text NOT NULL UNIQUE,
  -- The previous token may still be in use: it is accepted for a minute.
  previous_token_hash text,
  rotated_at          timestamptz(3) NOT NULL,
  method              text NOT NULL
    CHECK (method IN ('LINK', 'INVITATION', 'OPERATOR', 'OIDC', 'PASSKEY', 'DELEGATION')),
  -- The connection that began the session, and the session's id at the identity provider.
  sso_connection_id   text,
  sso_session_id      text,
  -- Of a delegated key: its name, and what it may do of what its person may do.
  name                text,
  scopes              text[] NOT NULL DEFAULT '{}',
  -- The session can do nothing but complete the second factor.
  awaits_factor       boolean NOT NULL DEFAULT false,
  -- When the person last proved who they are; null: the identity provider did not say.
  authenticated_at    timestamptz(3),
  last_used_at        timestamptz(3) NOT NULL,
  idle_minutes        integer NOT NULL CHECK (idle_minutes > 0),
  expires_at          timestamptz(3) NOT NULL,
  ip                  text,
  user_agent          text,
  -- The browser that the session began in. Limits of sign-in links count by it.
  browser_hash        text,
  revoked_at          timestamptz(3),
  created_at          timestamptz(3) NOT NULL,
  updated_at          timestamptz(3) NOT NULL,
  version             integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id),
  FOREIGN KEY (tenant_id, sso_connection_id) REFERENCES sso_connections (tenant_id, id),
  CHECK ((sso_connection_id IS NOT NULL) = (method = 'OIDC')),
  CHECK ((name IS NOT NULL) = (method = 'DELEGATION')),
  CHECK ((cardinality(scopes) > 0) = (method = 'DELEGATION'))
);
CREATE INDEX user_sessions_user ON user_sessions (tenant_id, user_id, created_at DESC);
CREATE INDEX user_sessions_previous ON user_sessions (previous_token_hash) WHERE previous_token_hash IS NOT NULL;
CREATE INDEX user_sessions_expires_at ON user_sessions (expires_at);
CREATE INDEX user_sessions_updated_at ON user_sessions (tenant_id, updated_at, id);

CREATE TABLE sign_in_links (
  tenant_id    text NOT NULL,
  id           text NOT NULL,
  user_id      text NOT NULL,
  purpose      text NOT NULL CHECK (purpose IN ('SIGN_IN', 'INVITATION', 'OPERATOR', 'STEP_UP')),
  token_hash   text NOT NULL UNIQUE,
  -- The browser that asked for the link. Invitations and links from an operator are opened in another one.
  browser_hash text,
  -- The session that the link authenticates again.
  session_id   text,
  -- The address that asked. Limits of sign-in links count by it.
  asked_from   text,
  expires_at   timestamptz(3) NOT NULL,
  used_at      timestamptz(3),
  created_at   timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id),
  CONSTRAINT sign_in_links_browser CHECK ((browser_hash IS NOT NULL) = (purpose IN ('SIGN_IN', 'STEP_UP'))),
  CONSTRAINT sign_in_links_session CHECK ((session_id IS NOT NULL) = (purpose = 'STEP_UP'))
);
CREATE INDEX sign_in_links_user ON sign_in_links (tenant_id, user_id, created_at);
CREATE INDEX sign_in_links_expires_at ON sign_in_links (expires_at);

-- Authorization codes (RFC 6749 section 4.1, with RFC 7636): a person has allowed a program to act for them, and the
-- program has not fetched its key yet.
CREATE TABLE authorization_codes (
  tenant_id      text NOT NULL,
  id             text NOT NULL,
  user_id        text NOT NULL,
  -- The session in which the person allowed it.
  session_id     text NOT NULL,
  code_hash      text NOT NULL UNIQUE,
  code_challenge text NOT NULL,
  redirect_uri   text,
  name           text NOT NULL,
  scopes         text[] NOT NULL CHECK (cardinality(scopes) > 0),
  days           integer NOT NULL CHECK (days > 0),
  expires_at     timestamptz(3) NOT NULL,
  used_at        timestamptz(3),
  -- The key that the code was exchanged for. A second use of the code revokes it.
  key_id         text CHECK ((key_id IS NOT NULL) = (used_at IS NOT NULL)),
  created_at     timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
);
CREATE INDEX authorization_codes_expires_at ON authorization_codes (expires_at);

-- Passkeys for sign-in, second factors and step-up.
CREATE TABLE passkeys (
  tenant_id     text NOT NULL,
  id            text NOT NULL,
  user_id       text NOT NULL,
  -- The authenticator's id of the credential and its public key (COSE), both in base64url.
  credential_id text NOT NULL,
  public_key    text NOT NULL,
  -- Grows with each use where the authenticator counts; an unsigned 32-bit number.
  sign_count    double precision NOT NULL CHECK (sign_count BETWEEN 0 AND 4294967295),
  name          text NOT NULL,
  transports    text[] NOT NULL,
  is_backed_up  boolean NOT NULL,
  last_used_at  timestamptz(3),
  revoked_at    timestamptz(3),
  created_at    timestamptz(3) NOT NULL,
  updated_at    timestamptz(3) NOT NULL,
  version       integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT passkeys_credential UNIQUE (credential_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
);
CREATE INDEX passkeys_user ON passkeys (tenant_id, user_id, created_at DESC);
CREATE INDEX passkeys_updated_at ON passkeys (tenant_id, updated_at, id);

-- Challenges for authenticators. No tenant: the person has not signed in yet. A challenge is deleted when it is used.
CREATE TABLE passkey_challenges (
  -- The hash of the challenge.
  id         text PRIMARY KEY,
  purpose    text NOT NULL CHECK (purpose IN ('REGISTER', 'SIGN_IN', 'STEP_UP')),
  -- The hash of the browser's secret, or the session.
  bound_to   text NOT NULL,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX passkey_challenges_expires_at ON passkey_challenges (expires_at);

-- Replace a lost passkey, once each. Keyed hashes.
CREATE TABLE recovery_codes (
  tenant_id text NOT NULL,
  user_id   text NOT NULL,
  hashes    text[] NOT NULL,
  PRIMARY KEY (tenant_id, user_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id)
);

-- People ------------------------------------------------------------------------------------------

-- Labels by which a centre sorts children.
CREATE TABLE labels (
  tenant_id   text NOT NULL REFERENCES tenants,
  id          text NOT NULL,
  name        text NOT NULL,
  archived_at timestamptz(3),
  created_at  timestamptz(3) NOT NULL,
  updated_at  timestamptz(3) NOT NULL,
  version     integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX labels_name ON labels (tenant_id, lower(name));
CREATE INDEX labels_updated_at ON labels (tenant_id, updated_at, id);

-- Guardians and other adults.
CREATE TABLE clients (
  tenant_id     text NOT NULL REFERENCES tenants,
  id            text NOT NULL,
  name          text NOT NULL,
  search_name   text NOT NULL GENERATED ALWAYS AS (therapy.search_text(name)) STORED,
  email         text,
  phone         text,
  address       jsonb,
  -- The family's location; null: none in particular.
  location_id   text,
  custom_fields jsonb NOT NULL,
  -- Follows the open processing restriction (prisma/functions/restrictions.sql).
  restricted_at timestamptz(3),
  archived_at   timestamptz(3),
  created_at    timestamptz(3) NOT NULL,
  updated_at    timestamptz(3) NOT NULL,
  version       integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, location_id) REFERENCES locations
);
CREATE INDEX clients_search ON clients USING gin (tenant_id, search_name gin_trgm_ops) WITH (fastupdate = off)
  WHERE archived_at IS NULL;
CREATE INDEX clients_email ON clients (tenant_id, lower(email)) WHERE email IS NOT NULL;
CREATE INDEX clients_phone ON clients (tenant_id, regexp_replace(phone, '\D', '', 'g')) WHERE phone IS NOT NULL;
CREATE INDEX clients_updated ON clients (tenant_id, updated_at, id);

CREATE TABLE pets (
  tenant_id   text NOT NULL REFERENCES tenants,
  id          text NOT NULL,
  client_id   text NOT NULL,
  name        text NOT NULL,
  species     text NOT NULL,
  breed       text,
  notes       text,
  archived_at timestamptz(3),
  created_at  timestamptz(3) NOT NULL,
  updated_at  timestamptz(3) NOT NULL,
  version     integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, client_id) REFERENCES clients
);
CREATE INDEX pets_client ON pets (tenant_id, client_id);
CREATE INDEX pets_updated ON pets (tenant_id, updated_at, id);

CREATE TABLE children (
  tenant_id           text NOT NULL REFERENCES tenants,
  id                  text NOT NULL,
  first_name          text NOT NULL,
  last_name           text NOT NULL,
  search_name         text NOT NULL GENERATED ALWAYS AS (therapy.search_text(first_name || ' ' || last_name)) STORED,
  birth_date          date NOT NULL,
  -- A code of the centre, not one of the programs of early intervention.
  funding_program     text,
  -- The family's location; null: none in particular.
  location_id         text,
  primary_provider_id text,
  referral            jsonb,
  alerts              jsonb NOT NULL DEFAULT '[]',
  label_ids           text[] NOT NULL DEFAULT '{}',
  merged_into_id      text,
  -- Follows the open processing restriction (prisma/functions/restrictions.sql).
  restricted_at       timestamptz(3),
  archived_at         timestamptz(3),
  created_at          timestamptz(3) NOT NULL,
  updated_at          timestamptz(3) NOT NULL,
  version             integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, primary_provider_id) REFERENCES providers,
  FOREIGN KEY (tenant_id, merged_into_id) REFERENCES children,
  FOREIGN KEY (tenant_id, location_id) REFERENCES locations,
  CHECK (merged_into_id IS NULL OR archived_at IS NOT NULL)
);
CREATE INDEX children_primary_provider ON children (tenant_id, primary_provider_id);
CREATE INDEX children_search ON children USING gin (tenant_id, search_name gin_trgm_ops) WITH (fastupdate = off)
  WHERE archived_at IS NULL;
CREATE INDEX children_birth_date ON children (tenant_id, birth_date);
CREATE INDEX children_merged_into ON children (tenant_id, merged_into_id) WHERE merged_into_id IS NOT NULL;
-- Transactions of users who are bound to locations look up the children of these.
CREATE INDEX children_location ON children (tenant_id, location_id) WHERE location_id IS NOT NULL;
CREATE INDEX children_created ON children (tenant_id, created_at);
CREATE INDEX children_labels ON children USING gin (label_ids);
CREATE INDEX children_updated ON children (tenant_id, updated_at, id);

-- The guardians of a child.
CREATE TYPE guardianship_kind AS ENUM ('PARENT', 'LEGAL_GUARDIAN', 'FOSTER_PARENT', 'SURROGATE_PARENT', 'OTHER');
CREATE TABLE guardianships (
  tenant_id    text NOT NULL REFERENCES tenants,
  id           text NOT NULL,
  child_id     text NOT NULL,
  client_id    text NOT NULL,
  relationship text NOT NULL,
  -- The guardian's role in law; null: not recorded.
  kind         guardianship_kind,
  legal        boolean NOT NULL,
  billing      boolean NOT NULL,
  -- Pays the child's orders.
  payer_id     text,
  ended_at     timestamptz(3),
  created_at   timestamptz(3) NOT NULL,
  updated_at   timestamptz(3) NOT NULL,
  version      integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  FOREIGN KEY (tenant_id, client_id) REFERENCES clients
);
CREATE UNIQUE INDEX guardianships_live ON guardianships (tenant_id, child_id, client_id) WHERE ended_at IS NULL;
CREATE INDEX guardianships_client ON guardianships (tenant_id, client_id);
CREATE INDEX guardianships_updated ON guardianships (tenant_id, updated_at, id);

-- A child that was registered twice. `moved` holds the ids of the records that moved, by table.
CREATE TABLE child_merges (
  tenant_id    text NOT NULL REFERENCES tenants,
  id           text NOT NULL,
  survivor_id  text NOT NULL,
  duplicate_id text NOT NULL,
  moved        jsonb NOT NULL,
  archived_at  timestamptz(3),
  merged_by    text NOT NULL,
  reversed_at  timestamptz(3),
  created_at   timestamptz(3) NOT NULL,
  updated_at   timestamptz(3) NOT NULL,
  version      integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, survivor_id) REFERENCES children,
  FOREIGN KEY (tenant_id, duplicate_id) REFERENCES children,
  CHECK (survivor_id <> duplicate_id)
);
CREATE UNIQUE INDEX child_merges_live ON child_merges (tenant_id, duplicate_id) WHERE reversed_at IS NULL;
CREATE INDEX child_merges_survivor ON child_merges (tenant_id, survivor_id);
CREATE INDEX child_merges_updated ON child_merges (tenant_id, updated_at, id);

-- People who work with a child besides those named by its appointments and sessions.
CREATE TYPE care_team_role AS ENUM ('LEAD', 'THERAPIST', 'ASSISTANT', 'COORDINATOR', 'CONSULTANT');
CREATE TABLE care_team_members (
  tenant_id   text NOT NULL REFERENCES tenants,
  id          text NOT NULL,
  child_id    text NOT NULL,
  provider_id text NOT NULL,
  role        care_team_role NOT NULL,
  starts_at   timestamptz(3) NOT NULL,
  ends_at     timestamptz(3),
  added_by    text NOT NULL,
  created_at  timestamptz(3) NOT NULL,
  updated_at  timestamptz(3) NOT NULL,
  version     integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  CHECK (ends_at >= starts_at)
);
CREATE INDEX care_team_members_child ON care_team_members (tenant_id, child_id);
CREATE INDEX care_team_members_provider ON care_team_members (tenant_id, provider_id);
CREATE INDEX care_team_members_updated ON care_team_members (tenant_id, updated_at, id);

CREATE TABLE consents (
  tenant_id     text NOT NULL REFERENCES tenants,
  id            text NOT NULL,
  child_id      text NOT NULL,
  kind          text NOT NULL
    CHECK (kind IN ('TREATMENT', 'DATA_SHARING', 'PHOTO_VIDEO', 'TELEHEALTH', 'AI_PROCESSING',
      'EVALUATION_AND_ASSESSMENT', 'EARLY_INTERVENTION_SERVICES', 'INSURANCE_USE', 'INFORMATION_EXCHANGE')),
  granted_by_id text NOT NULL,
  granted_at    timestamptz(3) NOT NULL,
  expires_at    timestamptz(3),
  evidence      text NOT NULL,
  revoked_at    timestamptz(3),
  revoke_reason text,
  recorded_by   text NOT NULL,
  created_at    timestamptz(3) NOT NULL,
  updated_at    timestamptz(3) NOT NULL,
  version       integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  FOREIGN KEY (tenant_id, granted_by_id) REFERENCES clients,
  CHECK (expires_at > granted_at)
);
CREATE INDEX consents_child ON consents (tenant_id, child_id, kind) WHERE revoked_at IS NULL;
CREATE INDEX consents_granted_by ON consents (tenant_id, granted_by_id);
CREATE INDEX consents_expires_at ON consents (tenant_id, expires_at)
  WHERE revoked_at IS NULL AND expires_at IS NOT NULL;
CREATE INDEX consents_updated ON consents (tenant_id, updated_at, id);

-- Scheduling --------------------------------------------------------------------------------------

CREATE TABLE time_off (
  tenant_id   text NOT NULL REFERENCES tenants,
  id          text NOT NULL,
  provider_id text NOT NULL,
  status      text NOT NULL CHECK (status IN ('REQUESTED', 'APPROVED', 'DECLINED', 'CANCELLED')),
  starts_at   timestamptz(3) NOT NULL,
  ends_at     timestamptz(3) NOT NULL,
  reason      text,
  created_at  timestamptz(3) NOT NULL,
  updated_at  timestamptz(3) NOT NULL,
  version     integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  CHECK (starts_at < ends_at)
);
-- By the end, so that past time off is not read.
CREATE INDEX time_off_provider ON time_off (tenant_id, provider_id, ends_at);
CREATE INDEX time_off_updated ON time_off (tenant_id, updated_at, id);

-- Each occurrence's row says what is planned; a workflow carries it out, one by one. A series of groups has no child.
CREATE TABLE series (
  tenant_id        text NOT NULL REFERENCES tenants,
  id               text NOT NULL,
  child_id         text,
  provider_id      text NOT NULL,
  service_id       text,
  location_id      text NOT NULL,
  room_id          text,
  type             appointment_type NOT NULL,
  duration_minutes integer CHECK (duration_minutes > 0),
  notes            text,
  time_zone        text NOT NULL,
  starts_on        date NOT NULL,
  start_time       text NOT NULL CHECK (start_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  rule             text NOT NULL,
  status           text NOT NULL CHECK (status IN ('PROCESSING', 'READY')),
  revision         integer NOT NULL DEFAULT 1,
  cancelled_at     timestamptz(3),
  created_at       timestamptz(3) NOT NULL,
  updated_at       timestamptz(3) NOT NULL,
  version          integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  FOREIGN KEY (tenant_id, service_id) REFERENCES services,
  FOREIGN KEY (tenant_id, location_id) REFERENCES locations,
  FOREIGN KEY (tenant_id, room_id) REFERENCES rooms
);
CREATE INDEX series_child ON series (tenant_id, child_id);
CREATE INDEX series_location ON series (tenant_id, location_id, starts_on);
CREATE INDEX series_updated ON series (tenant_id, updated_at, id);

-- Appointments imported from a file. Rows are checked, then created, and can be undone. Each row says what is pending;
-- a workflow carries it out, row by row.
CREATE TABLE appointment_imports (
  tenant_id       text NOT NULL REFERENCES tenants,
  id              text NOT NULL,
  name            text NOT NULL,
  format          text NOT NULL CHECK (format IN ('CSV', 'ICS')),
  sha256          text NOT NULL,
  time_zone       text,
  defaults        jsonb NOT NULL,
  notify          boolean NOT NULL,
  ignored_columns text[] NOT NULL,
  status          text NOT NULL
    CHECK (status IN ('READING', 'CHECKING', 'CHECKED', 'RUNNING', 'DONE', 'UNDOING', 'UNDONE', 'FAILED')),
  -- Why the file could not be read.
  failure_code    text,
  failure_detail  text,
  undo_reason     text,
  created_by      text NOT NULL,
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  version         integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  CHECK ((status = 'FAILED') = (failure_code IS NOT NULL AND failure_detail IS NOT NULL))
);
CREATE INDEX appointment_imports_updated ON appointment_imports (tenant_id, updated_at, id);

-- A group is an appointment without a child: it takes the provider and the room. A place in it is an appointment of its
-- child that takes neither, so that one exclusion constraint keeps a child out of two places at once. A hold is an
-- appointment that is HELD.
CREATE TYPE appointment_status AS ENUM
  ('HELD', 'PENDING_CONFIRMATION', 'CONFIRMED', 'CHECKED_IN', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED', 'NO_SHOW',
   'DECLINED', 'EXPIRED', 'ENTERED_IN_ERROR');
CREATE TYPE absent_party AS ENUM ('CLIENT', 'PROVIDER');
CREATE TABLE appointments (
  tenant_id         text NOT NULL,
  id                text NOT NULL,
  child_id          text,
  provider_id       text NOT NULL,
  service_id        text,
  location_id       text NOT NULL,
  room_id           text,
  series_id         text,
  -- Of a group: its places. Of a place: its group and seat.
  capacity          integer,
  group_id          text,
  seat              integer,
  -- The import that created it, so that the results of a wrong file can be found.
  import_id         text,
  -- The id of the hold that the appointment began as.
  hold_id           text,
  type              appointment_type NOT NULL,
  status            appointment_status NOT NULL,
  starts_at         timestamptz(3) NOT NULL,
  ends_at           timestamptz(3) NOT NULL,
  busy_from         timestamptz(3) NOT NULL,
  busy_until        timestamptz(3) NOT NULL,
  held_until        timestamptz(3),
  time_zone         text NOT NULL,
  notes             text,
  amount_minor      integer CHECK (amount_minor >= 0),
  currency          char(3),
  cancellation      jsonb,
  absent_party      absent_party,
  decline_reason    text,
  error_reason      text,
  -- The rules that an authorized caller set aside, and why.
  override          jsonb,
  fee               jsonb,
  fee_waiver_reason text,
  -- Written by a provider who saw the child only by breaking the glass. Such a row puts nobody on the child's team.
  by_glass          boolean NOT NULL DEFAULT false,
  status_changed_at timestamptz(3) NOT NULL,
  created_at        timestamptz(3) NOT NULL,
  updated_at        timestamptz(3) NOT NULL,
  version           integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  FOREIGN KEY (tenant_id, service_id) REFERENCES services,
  FOREIGN KEY (tenant_id, location_id) REFERENCES locations,
  FOREIGN KEY (tenant_id, room_id) REFERENCES rooms,
  FOREIGN KEY (tenant_id, series_id) REFERENCES series,
  FOREIGN KEY (tenant_id, group_id) REFERENCES appointments,
  FOREIGN KEY (tenant_id, import_id) REFERENCES appointment_imports,
  CHECK (busy_from <= starts_at AND starts_at < ends_at AND ends_at <= busy_until),
  CHECK ((amount_minor IS NULL) = (currency IS NULL)),
  CHECK ((status = 'CANCELLED') = (cancellation IS NOT NULL) OR status = 'ENTERED_IN_ERROR'),
  CONSTRAINT appointments_group CHECK (
    CASE WHEN group_id IS NULL THEN seat IS NULL AND (child_id IS NULL) = (capacity IS NOT NULL)
         ELSE seat > 0 AND child_id IS NOT NULL AND capacity IS NULL END),
  CONSTRAINT appointments_held_by CHECK (held_until IS NULL OR hold_id IS NOT NULL),
  -- Prevents double booking. Buffers take the provider and the room, not the child. Ids are unique across tenants; a
  -- 64-bit hash of them makes the index a third of the size and twice as fast to insert into.
  CONSTRAINT appointments_child_free EXCLUDE USING gist
    (hashtextextended(child_id, 0) WITH =, tstzrange(starts_at, ends_at) WITH &&)
    WHERE (status IN ('HELD', 'PENDING_CONFIRMATION', 'CONFIRMED', 'CHECKED_IN', 'IN_PROGRESS', 'COMPLETED')),
  CONSTRAINT appointments_provider_free EXCLUDE USING gist
    (hashtextextended(provider_id, 0) WITH =, tstzrange(busy_from, busy_until) WITH &&)
    WHERE (group_id IS NULL AND
      status IN ('HELD', 'PENDING_CONFIRMATION', 'CONFIRMED', 'CHECKED_IN', 'IN_PROGRESS', 'COMPLETED')),
  CONSTRAINT appointments_room_free EXCLUDE USING gist
    (hashtextextended(room_id, 0) WITH =, tstzrange(busy_from, busy_until) WITH &&)
    WHERE (room_id IS NOT NULL AND group_id IS NULL AND
      status IN ('HELD', 'PENDING_CONFIRMATION', 'CONFIRMED', 'CHECKED_IN', 'IN_PROGRESS', 'COMPLETED'))
) WITH (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05);
CREATE INDEX appointments_starts_at ON appointments (tenant_id, starts_at, id);
CREATE INDEX appointments_child ON appointments (tenant_id, child_id, starts_at);
CREATE INDEX appointments_held ON appointments (tenant_id, held_until) WHERE status = 'HELD';
CREATE INDEX appointments_series ON appointments (tenant_id, series_id) WHERE series_id IS NOT NULL;
-- For the calendar feed of a room.
CREATE INDEX appointments_room_starts_at ON appointments (tenant_id, room_id, starts_at) WHERE room_id IS NOT NULL;
-- Seats are numbered from 1; a trigger refuses those beyond the capacity (prisma/functions/groups.sql).
CREATE UNIQUE INDEX appointments_seat ON appointments (tenant_id, group_id, seat)
  WHERE group_id IS NOT NULL AND status IN ('HELD', 'PENDING_CONFIRMATION', 'CONFIRMED', 'CHECKED_IN', 'IN_PROGRESS',
  'COMPLETED');
CREATE INDEX appointments_group_places ON appointments (tenant_id, group_id) WHERE group_id IS NOT NULL;
-- Availability reads busy times of providers from this index alone, because the rows of a provider are scattered over
-- the table. Vacuum marks the pages that an index may answer from, hence the storage parameters of the table.
CREATE INDEX appointments_provider ON appointments (tenant_id, provider_id, starts_at)
  INCLUDE (busy_from, busy_until, status, held_until, group_id);
-- Groups that can be joined.
CREATE INDEX appointments_groups ON appointments (tenant_id, starts_at) WHERE capacity IS NOT NULL;
CREATE INDEX appointments_import ON appointments (tenant_id, import_id, created_at) WHERE import_id IS NOT NULL;
CREATE UNIQUE INDEX appointments_hold ON appointments (tenant_id, hold_id) WHERE hold_id IS NOT NULL;
CREATE INDEX appointments_location ON appointments (tenant_id, location_id, starts_at) INCLUDE (child_id)
  WHERE child_id IS NOT NULL AND status <> 'ENTERED_IN_ERROR';
CREATE INDEX appointments_updated ON appointments (tenant_id, updated_at, id);

CREATE TABLE appointment_changes (
  tenant_id      text NOT NULL,
  id             text NOT NULL,
  appointment_id text NOT NULL,
  kind           text NOT NULL,
  before         jsonb NOT NULL,
  after          jsonb NOT NULL,
  -- Why, if the caller said so.
  reason         text,
  actor_id       text NOT NULL,
  created_at     timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, appointment_id) REFERENCES appointments
);
CREATE INDEX appointment_changes_appointment ON appointment_changes (tenant_id, appointment_id, id);

CREATE TABLE series_occurrences (
  tenant_id        text NOT NULL,
  id               text NOT NULL,
  series_id        text NOT NULL,
  number           integer NOT NULL CHECK (number > 0),
  -- The planned time. `starts_at` is null where the clocks skip it on that day.
  occurs_on        date NOT NULL,
  start_time       text NOT NULL,
  starts_at        timestamptz(3),
  provider_id      text NOT NULL,
  location_id      text NOT NULL,
  room_id          text,
  service_id       text,
  duration_minutes integer,
  notes            text,
  status           text NOT NULL CHECK (status IN ('PENDING', 'BOOKED', 'CONFLICT', 'SKIPPED', 'CANCELLED')),
  appointment_id   text,
  -- What the appointment has yet to take over.
  edited           text[] NOT NULL DEFAULT '{}'
    CHECK (edited <@ ARRAY['slot', 'roomId', 'locationId', 'serviceId', 'durationMinutes', 'notes']),
  -- The step to take, the revision of the series it belongs to, and the result of the last step.
  pending          text CHECK (pending IN ('BOOK', 'RESCHEDULE', 'UPDATE', 'CONFIRM', 'CANCEL')),
  cancellation     jsonb,
  revision         integer NOT NULL,
  -- Order of pending steps: an occurrence that frees a slot comes before the one that takes it.
  turn             integer NOT NULL,
  result           jsonb,
  created_at       timestamptz(3) NOT NULL,
  updated_at       timestamptz(3) NOT NULL,
  version          integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, series_id, number),
  FOREIGN KEY (tenant_id, series_id) REFERENCES series,
  FOREIGN KEY (tenant_id, appointment_id) REFERENCES appointments,
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  FOREIGN KEY (tenant_id, room_id) REFERENCES rooms,
  FOREIGN KEY (tenant_id, location_id) REFERENCES locations,
  FOREIGN KEY (tenant_id, service_id) REFERENCES services,
  CHECK ((status = 'PENDING') <= (pending IS NOT NULL)),
  CHECK ((status = 'BOOKED') <= (appointment_id IS NOT NULL)),
  CHECK ((pending = 'CANCEL') <= (cancellation IS NOT NULL)),
  CHECK ((pending = 'RESCHEDULE') <= ('slot' = ANY (edited))),
  CHECK ((pending = 'UPDATE') <= (edited <> '{}'))
);
CREATE UNIQUE INDEX series_occurrences_appointment ON series_occurrences (tenant_id, appointment_id)
  WHERE appointment_id IS NOT NULL;
CREATE INDEX series_occurrences_pending ON series_occurrences (tenant_id, series_id, turn) WHERE pending IS NOT NULL;

-- Children who wait for a place, in order of joining.
CREATE TYPE group_waitlist_entry_status AS ENUM ('WAITING', 'MOVED_UP', 'CANCELLED');
CREATE TABLE group_waitlist_entries (
  tenant_id      text NOT NULL REFERENCES tenants,
  id             text NOT NULL,
  group_id       text NOT NULL,
  child_id       text NOT NULL,
  status         group_waitlist_entry_status NOT NULL,
  -- The place that the entry became.
  appointment_id text,
  created_at     timestamptz(3) NOT NULL,
  updated_at     timestamptz(3) NOT NULL,
  version        integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, group_id) REFERENCES appointments,
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  FOREIGN KEY (tenant_id, appointment_id) REFERENCES appointments,
  CHECK ((status = 'MOVED_UP') = (appointment_id IS NOT NULL))
);
CREATE INDEX group_waitlist_entries_group ON group_waitlist_entries (tenant_id, group_id, created_at, id);
CREATE INDEX group_waitlist_entries_child ON group_waitlist_entries (tenant_id, child_id);

CREATE TABLE waitlist_entries (
  tenant_id    text NOT NULL REFERENCES tenants,
  id           text NOT NULL,
  child_id     text NOT NULL,
  service_ids  text[] NOT NULL CHECK (cardinality(service_ids) > 0),
  -- Empty lists and nulls: no preference.
  provider_ids text[] NOT NULL,
  location_ids text[] NOT NULL,
  weekdays     text[] NOT NULL,
  times        jsonb NOT NULL,
  starts_on    date,
  ends_on      date CHECK (ends_on >= starts_on),
  priority     integer NOT NULL CHECK (priority BETWEEN 0 AND 9),
  status       text NOT NULL CHECK (status IN ('WAITING', 'OFFERED', 'BOOKED', 'CANCELLED')),
  created_at   timestamptz(3) NOT NULL,
  updated_at   timestamptz(3) NOT NULL,
  version      integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, child_id) REFERENCES children
);
CREATE INDEX waitlist_entries_child ON waitlist_entries (tenant_id, child_id);
CREATE INDEX waitlist_entries_waiting ON waitlist_entries (tenant_id, priority DESC, id) WHERE status = 'WAITING';
CREATE INDEX waitlist_entries_updated ON waitlist_entries (tenant_id, updated_at, id);

-- A slot to offer. `appointment_id` took it before and may have moved since; null: the slot was free already.
CREATE TABLE freed_slots (
  tenant_id      text NOT NULL REFERENCES tenants,
  id             text NOT NULL,
  appointment_id text,
  provider_id    text NOT NULL,
  location_id    text NOT NULL,
  service_id     text,
  starts_at      timestamptz(3) NOT NULL,
  time_zone      text NOT NULL,
  status         text NOT NULL CHECK (status IN ('OPEN', 'BOOKED', 'CLOSED')),
  created_at     timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, appointment_id) REFERENCES appointments,
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  FOREIGN KEY (tenant_id, location_id) REFERENCES locations,
  FOREIGN KEY (tenant_id, service_id) REFERENCES services
);

CREATE TABLE waitlist_offers (
  tenant_id      text NOT NULL REFERENCES tenants,
  id             text NOT NULL,
  entry_id       text NOT NULL,
  freed_slot_id  text NOT NULL,
  -- The hold, later the appointment.
  appointment_id text NOT NULL,
  status         text NOT NULL CHECK (status IN ('OFFERED', 'BOOKED', 'DECLINED', 'EXPIRED', 'WITHDRAWN')),
  expires_at     timestamptz(3) NOT NULL,
  decided_at     timestamptz(3) CHECK ((decided_at IS NULL) = (status = 'OFFERED')),
  created_at     timestamptz(3) NOT NULL,
  updated_at     timestamptz(3) NOT NULL,
  version        integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, entry_id) REFERENCES waitlist_entries,
  FOREIGN KEY (tenant_id, freed_slot_id) REFERENCES freed_slots,
  FOREIGN KEY (tenant_id, appointment_id) REFERENCES appointments
);
-- A slot has one open offer at a time, and so has an entry.
CREATE UNIQUE INDEX waitlist_offers_slot_open ON waitlist_offers (tenant_id, freed_slot_id) WHERE status = 'OFFERED';
CREATE UNIQUE INDEX waitlist_offers_entry_open ON waitlist_offers (tenant_id, entry_id) WHERE status = 'OFFERED';
CREATE UNIQUE INDEX waitlist_offers_slot_entry ON waitlist_offers (tenant_id, freed_slot_id, entry_id);
CREATE UNIQUE INDEX waitlist_offers_appointment ON waitlist_offers (tenant_id, appointment_id);
CREATE INDEX waitlist_offers_entry ON waitlist_offers (tenant_id, entry_id);
CREATE INDEX waitlist_offers_booked ON waitlist_offers (tenant_id, decided_at) WHERE status = 'BOOKED';
CREATE INDEX waitlist_offers_updated ON waitlist_offers (tenant_id, updated_at, id);

-- Secret addresses of iCalendar feeds, read without a login. Only the hash of the token is kept. A request names no
-- tenant, so the platform looks the feed up.
CREATE TABLE calendar_feeds (
  tenant_id         text NOT NULL REFERENCES tenants,
  id                text NOT NULL,
  provider_id       text,
  room_id           text,
  child_id          text,
  token_hash        text NOT NULL UNIQUE,
  -- The user who made the feed. It shows what this user may see and ends with the account.
  created_by_id     text,
  -- The provider's key that made the feed. It shows what this key may see and ends with the key.
  created_by_key_id text,
  revoked_at        timestamptz(3),
  created_at        timestamptz(3) NOT NULL,
  updated_at        timestamptz(3) NOT NULL,
  version           integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  FOREIGN KEY (tenant_id, room_id) REFERENCES rooms,
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  FOREIGN KEY (tenant_id, created_by_id) REFERENCES users (tenant_id, id),
  FOREIGN KEY (tenant_id, created_by_key_id) REFERENCES api_keys (tenant_id, id),
  CHECK (num_nonnulls(provider_id, room_id, child_id) = 1)
);
CREATE INDEX calendar_feeds_provider ON calendar_feeds (tenant_id, provider_id) WHERE provider_id IS NOT NULL;
CREATE INDEX calendar_feeds_room ON calendar_feeds (tenant_id, room_id) WHERE room_id IS NOT NULL;
CREATE INDEX calendar_feeds_child ON calendar_feeds (tenant_id, child_id) WHERE child_id IS NOT NULL;
CREATE INDEX calendar_feeds_updated ON calendar_feeds (tenant_id, updated_at, id);

-- Who is reminded when, how and in which language: for the centre, a service or a guardian. Null: the value of the next
-- wider policy.
CREATE TABLE reminder_policies (
  tenant_id       text NOT NULL REFERENCES tenants,
  id              text NOT NULL,
  service_id      text,
  client_id       text,
  offsets_minutes jsonb,
  channels        jsonb,
  quiet_hours     jsonb,
  language        text,
  archived_at     timestamptz(3),
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  version         integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, service_id) REFERENCES services,
  FOREIGN KEY (tenant_id, client_id) REFERENCES clients,
  CHECK (num_nonnulls(service_id, client_id) <= 1)
);
-- One policy in force for each service, each guardian, and the centre.
CREATE UNIQUE INDEX reminder_policies_scope ON reminder_policies (tenant_id, client_id, service_id) NULLS NOT DISTINCT
  WHERE archived_at IS NULL;
CREATE INDEX reminder_policies_updated ON reminder_policies (tenant_id, updated_at, id);

-- An uploaded file is stored until a worker has read it.
CREATE TABLE appointment_import_files (
  tenant_id  text NOT NULL,
  import_id  text NOT NULL,
  content    text NOT NULL,
  columns    jsonb NOT NULL,
  -- How often a worker began to read the file, so that a file that crashes workers is given up.
  reads      integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, import_id),
  FOREIGN KEY (tenant_id, import_id) REFERENCES appointment_imports
);
CREATE INDEX appointment_import_files_created ON appointment_import_files (created_at);

CREATE TABLE appointment_import_rows (
  tenant_id      text NOT NULL,
  id             text NOT NULL,
  import_id      text NOT NULL,
  number         integer NOT NULL CHECK (number > 0),
  -- The row's text until it becomes an appointment; null where it cannot be parsed.
  source         jsonb,
  pending        text CHECK (pending IN ('CHECK', 'CREATE', 'UNDO')),
  result         text
    CHECK (result IN ('WOULD_CREATE', 'CREATED', 'UNCHANGED', 'CONFLICT', 'INVALID', 'UNDONE', 'KEPT')),
  -- Why the row failed: the field, a stable code, and what to do about it.
  field          text,
  code           text,
  detail         text,
  conflicts_with text,
  -- Identifies the row again: the file's external id, or child, provider and time.
  key            text,
  child_id       text,
  provider_id    text,
  service_id     text,
  location_id    text,
  room_id        text,
  starts_at      timestamptz(3),
  ends_at        timestamptz(3),
  -- With buffers, as provider and room are taken.
  busy_from      timestamptz(3),
  busy_until     timestamptz(3),
  status         appointment_status,
  appointment_id text,
  created_at     timestamptz(3) NOT NULL,
  updated_at     timestamptz(3) NOT NULL,
  version        integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, import_id, number),
  FOREIGN KEY (tenant_id, import_id) REFERENCES appointment_imports,
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  FOREIGN KEY (tenant_id, service_id) REFERENCES services,
  FOREIGN KEY (tenant_id, location_id) REFERENCES locations,
  FOREIGN KEY (tenant_id, room_id) REFERENCES rooms,
  FOREIGN KEY (tenant_id, appointment_id) REFERENCES appointments,
  CHECK ((result IN ('CREATED', 'UNDONE', 'KEPT')) <= (appointment_id IS NOT NULL AND key IS NOT NULL))
);
-- A row that is imported twice, by concurrent imports or by a retry, creates one appointment.
CREATE UNIQUE INDEX appointment_import_rows_once ON appointment_import_rows (tenant_id, key)
  WHERE result IN ('CREATED', 'KEPT');
CREATE INDEX appointment_import_rows_pending ON appointment_import_rows (tenant_id, import_id, number)
  WHERE pending IS NOT NULL;
CREATE INDEX appointment_import_rows_child ON appointment_import_rows (tenant_id, child_id) WHERE child_id IS NOT NULL;
CREATE INDEX appointment_import_rows_appointment ON appointment_import_rows (tenant_id, appointment_id)
  WHERE appointment_id IS NOT NULL;
-- The retention run removes the text of rows that never became appointments.
CREATE INDEX appointment_import_rows_source ON appointment_import_rows (updated_at) WHERE source IS NOT NULL;

-- Clinical ----------------------------------------------------------------------------------------

CREATE TABLE sessions (
  tenant_id      text NOT NULL REFERENCES tenants,
  id             text NOT NULL,
  appointment_id text,
  child_id       text NOT NULL,
  provider_id    text NOT NULL,
  service_id     text,
  started_at     timestamptz(3) NOT NULL,
  ended_at       timestamptz(3),
  attendance     text NOT NULL CHECK (attendance IN ('ATTENDED', 'LATE', 'LEFT_EARLY', 'ABSENT')),
  billable       boolean NOT NULL,
  billable_units integer CHECK (billable_units BETWEEN 0 AND 1440),
  units_manual   boolean NOT NULL DEFAULT false,
  -- Written by a provider who saw the child only by breaking the glass. Such a row puts nobody on the child's team.
  by_glass       boolean NOT NULL DEFAULT false,
  created_at     timestamptz(3) NOT NULL,
  updated_at     timestamptz(3) NOT NULL,
  version        integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, appointment_id),
  FOREIGN KEY (tenant_id, appointment_id) REFERENCES appointments,
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  FOREIGN KEY (tenant_id, service_id) REFERENCES services,
  CHECK (ended_at IS NULL OR ended_at >= started_at),
  CHECK (NOT units_manual OR billable_units IS NOT NULL)
);
CREATE INDEX sessions_child ON sessions (tenant_id, child_id, started_at);
CREATE INDEX sessions_provider ON sessions (tenant_id, provider_id, started_at);
-- Analytics rebuild the sums of a location and a period.
CREATE INDEX sessions_started ON sessions (tenant_id, started_at);
CREATE INDEX sessions_updated ON sessions (tenant_id, updated_at, id);

-- People present besides the child and its provider.
CREATE TYPE participant_role AS ENUM ('GUARDIAN', 'SUPERVISOR', 'INTERPRETER', 'OTHER');
CREATE TABLE session_participants (
  tenant_id   text NOT NULL,
  session_id  text NOT NULL,
  position    integer NOT NULL,
  role        participant_role NOT NULL,
  client_id   text,
  provider_id text,
  title       text,
  name        text,
  PRIMARY KEY (tenant_id, session_id, position),
  FOREIGN KEY (tenant_id, session_id) REFERENCES sessions,
  FOREIGN KEY (tenant_id, client_id) REFERENCES clients,
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  CHECK (CASE role
    WHEN 'GUARDIAN' THEN client_id IS NOT NULL AND provider_id IS NULL AND title IS NULL AND name IS NULL
    WHEN 'SUPERVISOR' THEN provider_id IS NOT NULL AND client_id IS NULL AND title IS NULL AND name IS NULL
    WHEN 'INTERPRETER' THEN name IS NOT NULL AND client_id IS NULL AND provider_id IS NULL AND title IS NULL
    ELSE name IS NOT NULL AND title IS NOT NULL AND client_id IS NULL AND provider_id IS NULL END)
);
CREATE INDEX session_participants_client ON session_participants (tenant_id, client_id) WHERE client_id IS NOT NULL;

CREATE TABLE note_templates (
  tenant_id   text NOT NULL REFERENCES tenants,
  id          text NOT NULL,
  discipline  text NOT NULL,
  name        text NOT NULL,
  sections    jsonb NOT NULL,
  archived_at timestamptz(3),
  created_at  timestamptz(3) NOT NULL,
  updated_at  timestamptz(3) NOT NULL,
  version     integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX note_templates_updated ON note_templates (tenant_id, updated_at, id);

-- The text is fixed from the first signature on (prisma/functions/signed-notes.sql).
CREATE TABLE session_notes (
  tenant_id     text NOT NULL REFERENCES tenants,
  id            text NOT NULL,
  session_id    text NOT NULL,
  template_id   text,
  status        text NOT NULL CHECK (status IN ('DRAFT', 'AWAITING_COSIGN', 'SIGNED', 'AMENDED')),
  subjective    text NOT NULL,
  objective     text NOT NULL,
  assessment    text NOT NULL,
  plan          text NOT NULL,
  author_id     text NOT NULL,
  supervisor_id text,
  signed_at     timestamptz(3),
  -- How often the note was submitted: a note that its supervisor returned is signed again.
  revision      integer NOT NULL DEFAULT 1,
  return_reason text,
  created_at    timestamptz(3) NOT NULL,
  updated_at    timestamptz(3) NOT NULL,
  version       integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, session_id) REFERENCES sessions,
  FOREIGN KEY (tenant_id, template_id) REFERENCES note_templates,
  FOREIGN KEY (tenant_id, supervisor_id) REFERENCES providers,
  CONSTRAINT session_notes_signature CHECK ((status IN ('SIGNED', 'AMENDED')) = (signed_at IS NOT NULL)),
  CONSTRAINT session_notes_cosigner CHECK (status <> 'AWAITING_COSIGN' OR supervisor_id IS NOT NULL)
);
CREATE INDEX session_notes_session ON session_notes (tenant_id, session_id, id);
-- A therapist's own notes; and those that await or have a supervisor's signature.
CREATE INDEX session_notes_author ON session_notes (tenant_id, author_id, id);
CREATE INDEX session_notes_supervisor ON session_notes (tenant_id, supervisor_id, id) WHERE supervisor_id IS NOT NULL;
CREATE INDEX session_notes_updated ON session_notes (tenant_id, updated_at, id);

CREATE TABLE session_note_versions (
  tenant_id  text NOT NULL,
  note_id    text NOT NULL,
  version    integer NOT NULL,
  subjective text NOT NULL,
  objective  text NOT NULL,
  assessment text NOT NULL,
  plan       text NOT NULL,
  saved_by   text NOT NULL,
  started_at timestamptz(3) NOT NULL,
  saved_at   timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, note_id, version),
  FOREIGN KEY (tenant_id, note_id) REFERENCES session_notes
);

CREATE TABLE session_note_signatures (
  tenant_id         text NOT NULL,
  id                text NOT NULL,
  note_id           text NOT NULL,
  revision          integer NOT NULL,
  role              text NOT NULL CHECK (role IN ('AUTHOR', 'COSIGNER')),
  actor_id          text NOT NULL,
  provider_id       text NOT NULL,
  -- True: a key of the centre signed for the provider. False: the provider's own key or session did.
  on_behalf         boolean NOT NULL,
  -- The supervisor for whom a delegate signed. Part of what is signed.
  delegated_by_id   text,
  -- The signer's name at that time, and the session in which a person signed. Part of what is signed.
  signer_name       text NOT NULL,
  signer_session_id text,
  content_hash      text NOT NULL,
  -- The session as it was signed, and whether it had ended.
  session_hash      text NOT NULL,
  session_ended     boolean NOT NULL,
  key_id            text NOT NULL,
  signature         text NOT NULL,
  signed_at         timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, note_id, revision, role),
  FOREIGN KEY (tenant_id, note_id) REFERENCES session_notes,
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers
);

CREATE TABLE session_note_addenda (
  tenant_id         text NOT NULL,
  id                text NOT NULL,
  note_id           text NOT NULL,
  number            integer NOT NULL CHECK (number > 0),
  text              text NOT NULL,
  author_id         text NOT NULL,
  -- The provider in whose name it is signed.
  provider_id       text NOT NULL,
  on_behalf         boolean NOT NULL,
  -- The signer's name at that time, and the session in which a person signed. Part of what is signed.
  signer_name       text NOT NULL,
  signer_session_id text,
  previous_hash     text NOT NULL,
  hash              text NOT NULL,
  key_id            text NOT NULL,
  signature         text NOT NULL,
  created_at        timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, note_id, number),
  FOREIGN KEY (tenant_id, note_id) REFERENCES session_notes,
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers
);

CREATE TABLE goals (
  tenant_id          text NOT NULL REFERENCES tenants,
  id                 text NOT NULL,
  child_id           text NOT NULL,
  area               text NOT NULL,
  title              text NOT NULL,
  description        text,
  unit               text NOT NULL,
  baseline           double precision NOT NULL,
  target             double precision NOT NULL,
  target_due_on      date,
  consecutive        integer NOT NULL CHECK (consecutive BETWEEN 1 AND 20),
  status             text NOT NULL CHECK (status IN ('ACTIVE', 'ON_HOLD', 'COMPLETED', 'CANCELLED')),
  -- FHIR's codes: http://terminology.hl7.org/CodeSystem/goal-achievement
  achievement_status text NOT NULL
    CHECK (achievement_status IN ('in-progress', 'improving', 'worsening', 'no-change', 'achieved', 'sustaining',
      'not-achieved', 'no-progress', 'not-attainable')),
  trend              text NOT NULL
    CHECK (trend IN ('NOT_ENOUGH_DATA', 'IMPROVING', 'REGRESSING', 'PLATEAU', 'INCONCLUSIVE')),
  achieved_at        timestamptz(3),
  last_measured_at   timestamptz(3),
  ended_at           timestamptz(3),
  end_reason         text,
  created_at         timestamptz(3) NOT NULL,
  updated_at         timestamptz(3) NOT NULL,
  version            integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  CHECK (baseline <> target),
  CHECK ((status IN ('COMPLETED', 'CANCELLED')) = (ended_at IS NOT NULL))
);
CREATE INDEX goals_child ON goals (tenant_id, child_id, id);
CREATE INDEX goals_updated ON goals (tenant_id, updated_at, id);

CREATE TABLE session_goals (
  tenant_id  text NOT NULL,
  session_id text NOT NULL,
  goal_id    text NOT NULL,
  PRIMARY KEY (tenant_id, session_id, goal_id),
  FOREIGN KEY (tenant_id, session_id) REFERENCES sessions,
  FOREIGN KEY (tenant_id, goal_id) REFERENCES goals
);
CREATE INDEX session_goals_goal ON session_goals (tenant_id, goal_id);

CREATE TABLE goal_measurements (
  tenant_id   text NOT NULL,
  id          text NOT NULL,
  goal_id     text NOT NULL,
  session_id  text,
  measured_at timestamptz(3) NOT NULL,
  value       double precision NOT NULL,
  trials      integer CHECK (trials > 0),
  comment     text,
  recorded_by text NOT NULL,
  late        boolean NOT NULL,
  voided_at   timestamptz(3),
  void_reason text,
  created_at  timestamptz(3) NOT NULL,
  updated_at  timestamptz(3) NOT NULL,
  version     integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, goal_id) REFERENCES goals,
  FOREIGN KEY (tenant_id, session_id) REFERENCES sessions
);
-- A goal has one value at a time.
CREATE UNIQUE INDEX goal_measurements_once ON goal_measurements (tenant_id, goal_id, measured_at)
  WHERE voided_at IS NULL;

-- A goal regresses or stands still, and a therapist has to respond.
CREATE TABLE goal_reviews (
  tenant_id       text NOT NULL,
  id              text NOT NULL,
  goal_id         text NOT NULL,
  reason          text NOT NULL CHECK (reason IN ('REGRESSING', 'PLATEAU')),
  status          text NOT NULL CHECK (status IN ('OPEN', 'ACKNOWLEDGED', 'RESOLVED')),
  response        text,
  acknowledged_by text,
  acknowledged_at timestamptz(3),
  resolved_at     timestamptz(3),
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  version         integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, goal_id) REFERENCES goals,
  CHECK ((status = 'RESOLVED') = (resolved_at IS NOT NULL))
);
CREATE UNIQUE INDEX goal_reviews_live ON goal_reviews (tenant_id, goal_id) WHERE status <> 'RESOLVED';
CREATE INDEX goal_reviews_updated ON goal_reviews (tenant_id, updated_at, id);

-- The centre's assessment instruments.
CREATE TABLE assessment_instruments (
  tenant_id   text NOT NULL REFERENCES tenants,
  id          text NOT NULL,
  name        text NOT NULL,
  -- The newest edition, by which new results are scored.
  edition     integer NOT NULL CHECK (edition > 0),
  archived_at timestamptz(3),
  created_at  timestamptz(3) NOT NULL,
  updated_at  timestamptz(3) NOT NULL,
  version     integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX assessment_instruments_updated ON assessment_instruments (tenant_id, updated_at, id);

-- Never changed: results keep the edition they were scored with.
CREATE TABLE instrument_editions (
  tenant_id     text NOT NULL,
  id            text NOT NULL,
  instrument_id text NOT NULL,
  edition       integer NOT NULL CHECK (edition > 0),
  definition    jsonb NOT NULL,
  published_by  text NOT NULL,
  created_at    timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, instrument_id, edition),
  FOREIGN KEY (tenant_id, instrument_id) REFERENCES assessment_instruments
);

CREATE TYPE assessment_timing AS ENUM ('ONCE', 'EVERY', 'AT_AGE');
CREATE TABLE assessment_schedules (
  tenant_id     text NOT NULL REFERENCES tenants,
  id            text NOT NULL,
  child_id      text NOT NULL,
  instrument_id text NOT NULL,
  provider_id   text,
  location_id   text,
  timing        assessment_timing NOT NULL,
  starts_on     date,
  months        integer CHECK (months BETWEEN 1 AND 264),
  grace_days    integer NOT NULL CHECK (grace_days BETWEEN 1 AND 366),
  ended_at      timestamptz(3),
  end_reason    text,
  created_at    timestamptz(3) NOT NULL,
  updated_at    timestamptz(3) NOT NULL,
  version       integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  FOREIGN KEY (tenant_id, instrument_id) REFERENCES assessment_instruments,
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  FOREIGN KEY (tenant_id, location_id) REFERENCES locations,
  CHECK ((timing = 'AT_AGE') = (starts_on IS NULL)),
  CHECK ((timing = 'ONCE') = (months IS NULL))
);
-- No duplicates: on one date, at one age, or at an interval.
CREATE UNIQUE INDEX assessment_schedules_once ON assessment_schedules (tenant_id, child_id, instrument_id, timing,
  (CASE timing WHEN 'ONCE' THEN starts_on END), (CASE timing WHEN 'AT_AGE' THEN months END)) NULLS NOT DISTINCT
  WHERE ended_at IS NULL;
CREATE INDEX assessment_schedules_child ON assessment_schedules (tenant_id, child_id);
CREATE INDEX assessment_schedules_instrument ON assessment_schedules (tenant_id, instrument_id);
CREATE INDEX assessment_schedules_provider ON assessment_schedules (tenant_id, provider_id);
CREATE INDEX assessment_schedules_location ON assessment_schedules (tenant_id, location_id)
  WHERE location_id IS NOT NULL AND ended_at IS NULL;
CREATE INDEX assessment_schedules_updated ON assessment_schedules (tenant_id, updated_at, id);

CREATE TYPE assessment_status AS ENUM ('SCHEDULED', 'DUE', 'OVERDUE', 'COMPLETED', 'WAIVED');
CREATE TABLE assessments (
  tenant_id       text NOT NULL REFERENCES tenants,
  id              text NOT NULL,
  child_id        text NOT NULL,
  instrument_id   text NOT NULL,
  schedule_id     text,
  due_on          date NOT NULL,
  status          assessment_status NOT NULL,
  administered_on date,
  administered_by text,
  edition_id      text,
  age_months      integer,
  items           jsonb,
  scores          jsonb,
  comment         text,
  waive_reason    text,
  closed_by       text,
  closed_at       timestamptz(3),
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  version         integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  FOREIGN KEY (tenant_id, instrument_id) REFERENCES assessment_instruments,
  FOREIGN KEY (tenant_id, schedule_id) REFERENCES assessment_schedules,
  FOREIGN KEY (tenant_id, administered_by) REFERENCES providers,
  FOREIGN KEY (tenant_id, edition_id) REFERENCES instrument_editions,
  CHECK ((status IN ('COMPLETED', 'WAIVED')) = (closed_at IS NOT NULL)),
  CHECK ((status = 'COMPLETED') = (administered_on IS NOT NULL AND edition_id IS NOT NULL AND scores IS NOT NULL)),
  CHECK ((status = 'WAIVED') = (waive_reason IS NOT NULL))
);
CREATE UNIQUE INDEX assessments_open ON assessments (tenant_id, schedule_id)
  WHERE status IN ('SCHEDULED', 'DUE', 'OVERDUE');
CREATE INDEX assessments_due ON assessments (tenant_id, due_on, id);
CREATE INDEX assessments_child ON assessments (tenant_id, child_id, instrument_id, administered_on);
CREATE INDEX assessments_schedule ON assessments (tenant_id, schedule_id);
CREATE INDEX assessments_updated ON assessments (tenant_id, updated_at, id);

-- A result before its correction, and the reason.
CREATE TABLE assessment_corrections (
  tenant_id     text NOT NULL,
  id            text NOT NULL,
  assessment_id text NOT NULL,
  reason        text NOT NULL,
  before        jsonb NOT NULL,
  corrected_by  text NOT NULL,
  created_at    timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, assessment_id) REFERENCES assessments
);
CREATE INDEX assessment_corrections_assessment ON assessment_corrections (tenant_id, assessment_id);

CREATE TABLE form_templates (
  tenant_id          text NOT NULL REFERENCES tenants,
  id                 text NOT NULL,
  name               text NOT NULL,
  -- The draft of the next version. Families fill in the published version.
  definition         jsonb NOT NULL,
  published_version  integer,
  remind_days_before integer[] NOT NULL,
  valid_days         integer CHECK (valid_days > 0),
  archived_at        timestamptz(3),
  created_at         timestamptz(3) NOT NULL,
  updated_at         timestamptz(3) NOT NULL,
  version            integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX form_templates_updated ON form_templates (tenant_id, updated_at, id);

CREATE TABLE form_template_versions (
  tenant_id    text NOT NULL,
  template_id  text NOT NULL,
  number       integer NOT NULL CHECK (number > 0),
  definition   jsonb NOT NULL,
  published_by text NOT NULL,
  published_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, template_id, number),
  FOREIGN KEY (tenant_id, template_id) REFERENCES form_templates
);
ALTER TABLE form_templates ADD FOREIGN KEY (tenant_id, id, published_version) REFERENCES form_template_versions;

-- A response is locked once it is submitted or cancelled (prisma/functions/forms.sql).
CREATE TYPE form_response_status AS ENUM ('OPEN', 'SUBMITTED', 'CANCELLED');
CREATE TABLE form_responses (
  tenant_id        text NOT NULL REFERENCES tenants,
  id               text NOT NULL,
  child_id         text,
  -- A form is about a child or answered by a provider. The prefix of the id says which.
  provider_id      text,
  template_id      text NOT NULL,
  template_version integer NOT NULL,
  status           form_response_status NOT NULL,
  answers          jsonb NOT NULL,
  scores           jsonb NOT NULL,
  requested_by     text NOT NULL,
  -- When guardians were last asked; null: nobody is asked.
  asked_at         timestamptz(3),
  due_at           timestamptz(3),
  saved_at         timestamptz(3),
  submitted_at     timestamptz(3),
  submitted_by     text,
  -- The guardian who submitted it through a link.
  client_id        text,
  cancel_reason    text,
  created_at       timestamptz(3) NOT NULL,
  updated_at       timestamptz(3) NOT NULL,
  version          integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  FOREIGN KEY (tenant_id, template_id, template_version) REFERENCES form_template_versions,
  FOREIGN KEY (tenant_id, client_id) REFERENCES clients,
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  CHECK ((status = 'SUBMITTED') = (submitted_at IS NOT NULL)),
  CHECK ((submitted_at IS NULL) = (submitted_by IS NULL)),
  CONSTRAINT form_responses_one_subject CHECK (num_nonnulls(child_id, provider_id) = 1),
  CONSTRAINT form_responses_subject_in_id CHECK ((provider_id IS NOT NULL) = starts_with(id, 'pfm_')),
  CONSTRAINT form_responses_client_of_child CHECK (client_id IS NULL OR child_id IS NOT NULL)
);
CREATE INDEX form_responses_child ON form_responses (tenant_id, child_id, template_id, status);
CREATE INDEX form_responses_template ON form_responses (tenant_id, template_id, id);
CREATE INDEX form_responses_client ON form_responses (tenant_id, client_id);
CREATE INDEX form_responses_provider ON form_responses (tenant_id, provider_id, id) WHERE provider_id IS NOT NULL;
CREATE INDEX form_responses_updated ON form_responses (tenant_id, updated_at, id);

CREATE TABLE form_signatures (
  tenant_id    text NOT NULL,
  id           text NOT NULL,
  response_id  text NOT NULL,
  -- As the signer typed it.
  signed_name  text NOT NULL,
  actor_id     text NOT NULL,
  client_id    text,
  content_hash text NOT NULL,
  key_id       text NOT NULL,
  signature    text NOT NULL,
  signed_at    timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, response_id),
  FOREIGN KEY (tenant_id, response_id) REFERENCES form_responses,
  FOREIGN KEY (tenant_id, client_id) REFERENCES clients
);
CREATE INDEX form_signatures_client ON form_signatures (tenant_id, client_id) WHERE client_id IS NOT NULL;

-- Files of a child or a provider, each in a column with a foreign key, never both. The prefix of the id says which, so
-- that a permission can be chosen by it. The bytes are in the file store.
CREATE TABLE attachments (
  tenant_id    text NOT NULL REFERENCES tenants,
  id           text NOT NULL,
  child_id     text,
  provider_id  text,
  session_id   text,
  name         text NOT NULL,
  content_type text NOT NULL,
  status       text NOT NULL CHECK (status IN ('PENDING', 'READY', 'REMOVED')),
  size_bytes   integer CHECK (size_bytes > 0),
  sha256       text,
  -- Each upload has its own key, and the transaction that makes the record READY names it, so that a concurrent upload
  -- cannot replace the recorded bytes.
  storage_key  text,
  uploaded_at  timestamptz(3),
  removed_at   timestamptz(3),
  created_by   text NOT NULL,
  created_at   timestamptz(3) NOT NULL,
  updated_at   timestamptz(3) NOT NULL,
  version      integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, storage_key),
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  FOREIGN KEY (tenant_id, session_id) REFERENCES sessions,
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  CHECK (status <> 'READY' OR (size_bytes IS NOT NULL AND sha256 IS NOT NULL AND uploaded_at IS NOT NULL)),
  CHECK ((status = 'REMOVED') = (removed_at IS NOT NULL)),
  CONSTRAINT attachments_stored CHECK ((status = 'READY') = (storage_key IS NOT NULL)),
  CONSTRAINT attachments_own_file CHECK (starts_with(storage_key, tenant_id || '/' || id)),
  CONSTRAINT attachments_one_subject CHECK (num_nonnulls(child_id, provider_id) = 1),
  CONSTRAINT attachments_subject_in_id CHECK ((provider_id IS NOT NULL) = starts_with(id, 'pdc_')),
  CONSTRAINT attachments_session_of_child CHECK (session_id IS NULL OR child_id IS NOT NULL)
);
CREATE INDEX attachments_child ON attachments (tenant_id, child_id, id);
CREATE INDEX attachments_provider ON attachments (tenant_id, provider_id, id) WHERE provider_id IS NOT NULL;
CREATE INDEX attachments_updated ON attachments (tenant_id, updated_at, id);

-- Early intervention ------------------------------------------------------------------------------

-- Timelines that a centre defined. Never changed: a new set is made, and programs are moved to it.
CREATE TABLE clock_sets (
  tenant_id  text NOT NULL REFERENCES tenants,
  id         text NOT NULL,
  name       text NOT NULL,
  clocks     jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id)
);

-- Progress of computing the deadlines of running programs again after a change of closures.
CREATE TYPE deadline_recalculation_status AS ENUM ('RUNNING', 'DONE', 'SUPERSEDED');
CREATE TABLE deadline_recalculations (
  tenant_id   text NOT NULL REFERENCES tenants,
  id          text NOT NULL,
  closure_id  text NOT NULL,
  status      deadline_recalculation_status NOT NULL,
  -- The last program that was computed.
  cursor_id   text NOT NULL DEFAULT '',
  programs    integer NOT NULL DEFAULT 0,
  moved       integer NOT NULL DEFAULT 0,
  finished_at timestamptz(3),
  created_at  timestamptz(3) NOT NULL,
  updated_at  timestamptz(3) NOT NULL,
  version     integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, closure_id) REFERENCES closures,
  CHECK ((status = 'RUNNING') = (finished_at IS NULL))
);
CREATE INDEX deadline_recalculations_closure ON deadline_recalculations (tenant_id, closure_id);
CREATE UNIQUE INDEX deadline_recalculations_running ON deadline_recalculations (tenant_id) WHERE status = 'RUNNING';
CREATE INDEX deadline_recalculations_updated ON deadline_recalculations (tenant_id, updated_at, id);

-- Questions of family check-ins; without a set, the platform's three. Never changed: a new set is made, and programs
-- are moved to it.
CREATE TABLE family_check_in_question_sets (
  tenant_id  text NOT NULL REFERENCES tenants,
  id         text NOT NULL,
  name       text NOT NULL,
  questions  jsonb NOT NULL,
  worries    jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id)
);

-- Milestones, delays, IFSP services, outcome summaries and hand-overs are few, and always read together with the
-- program.
CREATE TYPE program_status AS ENUM ('ACTIVE', 'CLOSED');
CREATE TABLE early_intervention_programs (
  tenant_id                 text NOT NULL REFERENCES tenants,
  id                        text NOT NULL,
  child_id                  text NOT NULL,
  -- Decides the program's date and holidays; null: the centre's.
  location_id               text,
  service_coordinator_id    text,
  clock_set_id              text,
  question_set_id           text,
  status                    program_status NOT NULL,
  referral_received_on      date NOT NULL,
  milestones                jsonb NOT NULL,
  delays                    jsonb NOT NULL,
  -- The services of the IFSP, each with its own consent and clock.
  ifsp_services             jsonb NOT NULL DEFAULT '[]',
  -- Ratings of the three child outcomes at entry and at exit.
  outcome_summaries         jsonb NOT NULL DEFAULT '[]',
  -- Notes of one coordinator for the next.
  hand_overs                jsonb NOT NULL DEFAULT '[]',
  -- Whether steps that the law ties to a parent's consent need one on record.
  consents_required         boolean NOT NULL DEFAULT false,
  -- How often the coordinator is asked whether a delay still lasts.
  delay_question_every_days integer NOT NULL DEFAULT 14 CHECK (delay_question_every_days BETWEEN 1 AND 90),
  check_in_every_days       integer NOT NULL CHECK (check_in_every_days BETWEEN 7 AND 366),
  -- The language of check-ins, and the days until an answer that nobody has acknowledged reaches the supervisor.
  check_in_language         text CHECK (check_in_language IN ('en', 'de', 'es')),
  escalate_after_days       integer NOT NULL DEFAULT 3 CHECK (escalate_after_days BETWEEN 2 AND 30),
  close_reason              text,
  closed_on                 date,
  created_at                timestamptz(3) NOT NULL,
  updated_at                timestamptz(3) NOT NULL,
  version                   integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  FOREIGN KEY (tenant_id, service_coordinator_id) REFERENCES providers,
  FOREIGN KEY (tenant_id, clock_set_id) REFERENCES clock_sets,
  FOREIGN KEY (tenant_id, question_set_id) REFERENCES family_check_in_question_sets,
  FOREIGN KEY (tenant_id, location_id) REFERENCES locations,
  CHECK ((status = 'CLOSED') = (closed_on IS NOT NULL))
);
CREATE UNIQUE INDEX early_intervention_programs_one_at_a_time ON early_intervention_programs (tenant_id, child_id)
  WHERE status = 'ACTIVE';
CREATE INDEX early_intervention_programs_child ON early_intervention_programs (tenant_id, child_id);
CREATE INDEX early_intervention_programs_coordinator ON early_intervention_programs (tenant_id, service_coordinator_id);
CREATE INDEX early_intervention_programs_clock_set ON early_intervention_programs (tenant_id, clock_set_id);
CREATE INDEX early_intervention_programs_location ON early_intervention_programs (tenant_id, location_id);
-- Children who left in a period.
CREATE INDEX early_intervention_programs_closed ON early_intervention_programs (tenant_id, closed_on)
  WHERE closed_on IS NOT NULL;
CREATE INDEX early_intervention_programs_updated ON early_intervention_programs (tenant_id, updated_at, id);

-- What the statutory clocks say. Derived from the program, the child's birth date and the closures, and written
-- whenever one of these changes, so that lists read an index. A deadline stays when it is met or not owed.
CREATE TYPE program_deadline_state AS ENUM ('RUNNING', 'MET', 'NOT_MET', 'NOT_OWED');
CREATE TYPE program_deadline_not_owed AS ENUM
  ('LATE_REFERRAL', 'AFTER_EXIT', 'DECLINED_BY_FAMILY', 'NOT_ELIGIBLE', 'PROGRAM_CLOSED', 'SERVICE_ENDED',
   'ELIGIBILITY_PENDING');
CREATE TYPE program_delay_cause AS ENUM ('FAMILY', 'PROVIDER', 'SYSTEM');
CREATE TABLE program_deadlines (
  tenant_id         text NOT NULL,
  id                text NOT NULL,
  program_id        text NOT NULL,
  clock             text NOT NULL,
  -- The service of the IFSP that the clock belongs to, and the number of its turn.
  ifsp_service      text,
  -- Of clocks that repeat: which turn. Of services: which one.
  period            integer NOT NULL CHECK (period > 0),
  awaited_milestone text NOT NULL,
  state             program_deadline_state NOT NULL,
  met_on            date,
  not_owed          program_deadline_not_owed,
  -- The documented cause of a delay.
  late_cause        program_delay_cause,
  starts_on         date NOT NULL,
  not_before        date,
  warn_on           date NOT NULL,
  due_on            date NOT NULL,
  undelayed_due_on  date NOT NULL,
  paused            boolean NOT NULL,
  delayed_days      integer NOT NULL,
  updated_at        timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE NULLS NOT DISTINCT (tenant_id, program_id, clock, ifsp_service, period),
  FOREIGN KEY (tenant_id, program_id) REFERENCES early_intervention_programs,
  CHECK ((state = 'MET') = (met_on IS NOT NULL)),
  CHECK ((state = 'NOT_OWED') = (not_owed IS NOT NULL)),
  CHECK (state = 'RUNNING' OR NOT paused)
);
CREATE INDEX program_deadlines_due ON program_deadlines (tenant_id, due_on, id);
-- Running deadlines are watched; soon there are many more of the others.
CREATE INDEX program_deadlines_running ON program_deadlines (tenant_id, due_on, id) WHERE state = 'RUNNING';
CREATE INDEX program_deadlines_updated ON program_deadlines (tenant_id, updated_at, id);

-- Answers of guardians between two deadlines.
CREATE TYPE family_check_in_mood AS ENUM ('GOOD', 'MIXED', 'WORRIED');
CREATE TYPE family_check_in_channel AS ENUM ('LINK', 'PHONE');
CREATE TABLE family_check_ins (
  tenant_id         text NOT NULL REFERENCES tenants,
  id                text NOT NULL,
  program_id        text NOT NULL,
  client_id         text NOT NULL,
  channel           family_check_in_channel NOT NULL,
  answered_on       date NOT NULL,
  question_set_id   text,
  answers           jsonb,
  mood              family_check_in_mood,
  services_received boolean,
  call_wanted       boolean,
  comment           text,
  worrying          boolean NOT NULL,
  acknowledged_at   timestamptz(3),
  acknowledged_by   text,
  created_at        timestamptz(3) NOT NULL,
  updated_at        timestamptz(3) NOT NULL,
  version           integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, program_id) REFERENCES early_intervention_programs,
  FOREIGN KEY (tenant_id, client_id) REFERENCES clients,
  FOREIGN KEY (tenant_id, question_set_id) REFERENCES family_check_in_question_sets,
  CHECK ((acknowledged_at IS NULL) = (acknowledged_by IS NULL)),
  CHECK ((question_set_id IS NULL) = (answers IS NULL)),
  CHECK (num_nulls(mood, services_received, call_wanted) = CASE WHEN answers IS NULL THEN 0 ELSE 3 END)
);
CREATE INDEX family_check_ins_program ON family_check_ins (tenant_id, program_id);
CREATE INDEX family_check_ins_client ON family_check_ins (tenant_id, client_id);
CREATE INDEX family_check_ins_updated ON family_check_ins (tenant_id, updated_at, id);

-- Receivables -------------------------------------------------------------------------------------

-- Who pays for the care of a child.
CREATE TABLE payers (
  tenant_id         text NOT NULL REFERENCES tenants,
  id                text NOT NULL,
  kind              text NOT NULL CHECK (kind IN ('CLIENT', 'INSURER', 'SCHOOL', 'STATE_PROGRAM')),
  -- A payer that is a client takes name and address from the client's record.
  client_id         text,
  name              text,
  email             text,
  address           jsonb,
  tax_id            text,
  e_invoice_address jsonb,
  days_until_due    integer NOT NULL CHECK (days_until_due BETWEEN 0 AND 365),
  archived_at       timestamptz(3),
  created_at        timestamptz(3) NOT NULL,
  updated_at        timestamptz(3) NOT NULL,
  version           integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, client_id) REFERENCES clients,
  CHECK ((kind = 'CLIENT') = (client_id IS NOT NULL)),
  CHECK ((kind = 'CLIENT') = (name IS NULL)),
  CHECK (kind <> 'CLIENT' OR email IS NULL AND address IS NULL)
);
CREATE UNIQUE INDEX payers_client ON payers (tenant_id, client_id) WHERE client_id IS NOT NULL AND archived_at IS NULL;
CREATE UNIQUE INDEX payers_name ON payers (tenant_id, lower(name)) WHERE name IS NOT NULL AND archived_at IS NULL;
CREATE INDEX payers_updated_at ON payers (tenant_id, updated_at, id);
ALTER TABLE guardianships ADD FOREIGN KEY (tenant_id, payer_id) REFERENCES payers;

-- Who issues invoices.
CREATE TABLE legal_entities (
  tenant_id         text NOT NULL REFERENCES tenants,
  id                text NOT NULL,
  name              text NOT NULL,
  -- Prefix of its invoice numbers.
  number_prefix     text NOT NULL CHECK (number_prefix ~ '^[A-Z0-9]{1,10}$'),
  address           jsonb NOT NULL,
  email             text NOT NULL,
  phone             text,
  vat_id            text,
  tax_number        text,
  iban              text,
  e_invoice_address jsonb,
  dunning_levels    jsonb NOT NULL DEFAULT '[]',
  archived_at       timestamptz(3),
  created_at        timestamptz(3) NOT NULL,
  updated_at        timestamptz(3) NOT NULL,
  version           integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  -- Includes archived ones: an invoice number is never used twice.
  CONSTRAINT legal_entities_prefix UNIQUE (tenant_id, number_prefix),
  CONSTRAINT legal_entities_taxed CHECK (num_nonnulls(vat_id, tax_number) > 0)
);
CREATE INDEX legal_entities_updated_at ON legal_entities (tenant_id, updated_at, id);

-- Codes that reduce orders, with limits.
CREATE TABLE discount_codes (
  tenant_id            text NOT NULL REFERENCES tenants,
  id                   text NOT NULL,
  code                 text NOT NULL CHECK (code ~ '^[A-Z0-9][A-Z0-9-]{2,29}$'),
  percent_basis_points integer CHECK (percent_basis_points BETWEEN 1 AND 10000),
  amount_minor         integer CHECK (amount_minor > 0),
  currency             char(3),
  starts_on            date,
  ends_on              date,
  service_ids          text[] NOT NULL DEFAULT '{}',
  max_uses             integer CHECK (max_uses > 0),
  max_uses_per_client  integer CHECK (max_uses_per_client > 0),
  uses                 integer NOT NULL DEFAULT 0 CHECK (uses >= 0),
  archived_at          timestamptz(3),
  created_at           timestamptz(3) NOT NULL,
  updated_at           timestamptz(3) NOT NULL,
  version              integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT discount_codes_code UNIQUE (tenant_id, code),
  CHECK (num_nonnulls(percent_basis_points, amount_minor) = 1),
  CHECK ((amount_minor IS NULL) = (currency IS NULL)),
  CHECK (starts_on <= ends_on),
  CONSTRAINT discount_codes_limit CHECK (uses <= max_uses)
);
CREATE INDEX discount_codes_updated_at ON discount_codes (tenant_id, updated_at, id);

CREATE TABLE orders (
  tenant_id        text NOT NULL REFERENCES tenants,
  id               text NOT NULL,
  child_id         text,
  client_id        text,
  payer_id         text,
  appointment_id   text,
  status           text NOT NULL CHECK (status IN ('OPEN', 'PAID', 'REFUNDED', 'CANCELLED', 'WRITTEN_OFF')),
  purpose          text NOT NULL DEFAULT 'SERVICE'
    CHECK (purpose IN ('SERVICE', 'CANCELLATION_FEE', 'NO_SHOW_FEE', 'DUNNING_FEE')),
  amount_minor     integer NOT NULL CHECK (amount_minor >= 0),
  discount_minor   integer NOT NULL DEFAULT 0 CHECK (discount_minor >= 0),
  tax_minor        integer NOT NULL DEFAULT 0 CHECK (tax_minor BETWEEN 0 AND amount_minor),
  -- What payments have captured, including what was refunded later.
  captured_minor   integer NOT NULL DEFAULT 0,
  currency         char(3) NOT NULL,
  discount_code_id text,
  -- The policy's terms at the cancellation of the appointment; null before it.
  prepaid_terms    text CHECK (prepaid_terms IN ('REFUND', 'CREDIT', 'DECIDE')),
  created_at       timestamptz(3) NOT NULL,
  updated_at       timestamptz(3) NOT NULL,
  version          integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  FOREIGN KEY (tenant_id, client_id) REFERENCES clients,
  FOREIGN KEY (tenant_id, appointment_id) REFERENCES appointments,
  FOREIGN KEY (tenant_id, payer_id) REFERENCES payers,
  FOREIGN KEY (tenant_id, discount_code_id) REFERENCES discount_codes,
  CONSTRAINT orders_of_somebody CHECK (num_nonnulls(child_id, payer_id) > 0),
  CONSTRAINT orders_of_appointment CHECK (appointment_id IS NULL OR child_id IS NOT NULL),
  CONSTRAINT orders_captured CHECK (captured_minor BETWEEN 0 AND amount_minor),
  CONSTRAINT orders_paid CHECK (
    CASE WHEN status IN ('PAID', 'REFUNDED') THEN captured_minor = amount_minor
         ELSE status <> 'OPEN' OR amount_minor = 0 OR captured_minor < amount_minor END)
);
CREATE INDEX orders_child ON orders (tenant_id, child_id);
CREATE INDEX orders_client ON orders (tenant_id, client_id) WHERE client_id IS NOT NULL;
-- An appointment may be ordered once for itself, and once for the fee of not having taken place.
CREATE UNIQUE INDEX orders_appointment ON orders (tenant_id, appointment_id, (purpose = 'SERVICE'))
  WHERE status NOT IN ('REFUNDED', 'CANCELLED');
CREATE INDEX orders_payer ON orders (tenant_id, payer_id, id) WHERE payer_id IS NOT NULL;
-- Analytics count orders of a period.
CREATE INDEX orders_created ON orders (tenant_id, created_at);
CREATE INDEX orders_open ON orders (tenant_id, created_at) WHERE status = 'OPEN';
CREATE INDEX orders_of_appointment ON orders (tenant_id, appointment_id) WHERE appointment_id IS NOT NULL;
CREATE INDEX orders_discount_code ON orders (tenant_id, discount_code_id, id) WHERE discount_code_id IS NOT NULL;
CREATE INDEX orders_updated ON orders (tenant_id, updated_at, id);

-- A line is quantity × unit amount − discount, and the tax on that: each rounded once, half up.
CREATE TABLE order_lines (
  tenant_id         text NOT NULL REFERENCES tenants,
  id                text NOT NULL,
  order_id          text NOT NULL,
  kind              text NOT NULL DEFAULT 'SERVICE' CHECK (kind IN ('SERVICE', 'PACKAGE', 'GOODS', 'FEE')),
  service_id        text,
  -- What a line of the kind PACKAGE buys.
  package           jsonb,
  description       text NOT NULL,
  quantity          integer NOT NULL CHECK (quantity > 0),
  unit_amount_minor integer NOT NULL CHECK (unit_amount_minor >= 0),
  discount          jsonb,
  discount_minor    integer NOT NULL DEFAULT 0,
  tax_basis_points  integer NOT NULL DEFAULT 0 CHECK (tax_basis_points BETWEEN 0 AND 10000),
  tax_exemption     text,
  tax_minor         integer NOT NULL DEFAULT 0 CHECK (tax_minor >= 0),
  amount_minor      integer NOT NULL
    GENERATED ALWAYS AS (quantity * unit_amount_minor - discount_minor + tax_minor) STORED,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, order_id) REFERENCES orders,
  FOREIGN KEY (tenant_id, service_id) REFERENCES services,
  CHECK (discount_minor BETWEEN 0 AND quantity::bigint * unit_amount_minor),
  CHECK (tax_basis_points > 0 OR tax_minor = 0),
  CHECK (tax_basis_points = 0 OR tax_exemption IS NULL),
  CONSTRAINT order_lines_package CHECK (package IS NULL OR kind = 'PACKAGE')
);
CREATE INDEX order_lines_order ON order_lines (tenant_id, order_id);

-- Which order used which code. Released when the order is cancelled.
CREATE TABLE discount_code_redemptions (
  tenant_id   text NOT NULL REFERENCES tenants,
  code_id     text NOT NULL,
  order_id    text NOT NULL,
  released_at timestamptz(3),
  PRIMARY KEY (tenant_id, order_id),
  FOREIGN KEY (tenant_id, code_id) REFERENCES discount_codes,
  FOREIGN KEY (tenant_id, order_id) REFERENCES orders
);
CREATE INDEX discount_code_redemptions_code ON discount_code_redemptions (tenant_id, code_id) WHERE released_at IS NULL;

-- Packages of sessions: bought by a line of an order, used by appointments that took place.
CREATE TABLE session_packages (
  tenant_id           text NOT NULL REFERENCES tenants,
  id                  text NOT NULL,
  order_id            text NOT NULL,
  -- The sibling's package that it was transferred from.
  transferred_from_id text,
  child_id            text NOT NULL,
  client_id           text,
  payer_id            text,
  -- Null: any service.
  service_id          text,
  description         text NOT NULL,
  -- Sessions left: the sum of the movements.
  balance             integer NOT NULL,
  expires_on          date,
  created_at          timestamptz(3) NOT NULL,
  updated_at          timestamptz(3) NOT NULL,
  version             integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, order_id) REFERENCES orders,
  FOREIGN KEY (tenant_id, transferred_from_id) REFERENCES session_packages,
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  FOREIGN KEY (tenant_id, client_id) REFERENCES clients,
  FOREIGN KEY (tenant_id, payer_id) REFERENCES payers,
  FOREIGN KEY (tenant_id, service_id) REFERENCES services,
  CONSTRAINT session_packages_balance CHECK (balance >= 0)
);
CREATE INDEX session_packages_child ON session_packages (tenant_id, child_id, id);
CREATE INDEX session_packages_client ON session_packages (tenant_id, client_id, id) WHERE client_id IS NOT NULL;
CREATE INDEX session_packages_order ON session_packages (tenant_id, order_id);
CREATE INDEX session_packages_updated_at ON session_packages (tenant_id, updated_at, id);

CREATE TABLE session_package_movements (
  tenant_id      text NOT NULL REFERENCES tenants,
  id             text NOT NULL,
  package_id     text NOT NULL,
  kind           text NOT NULL CHECK (kind IN ('BOUGHT', 'USED', 'RETURNED', 'EXPIRED', 'TRANSFERRED', 'WITHDRAWN')),
  sessions       integer NOT NULL CHECK (sessions <> 0),
  appointment_id text,
  created_at     timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, package_id) REFERENCES session_packages,
  FOREIGN KEY (tenant_id, appointment_id) REFERENCES appointments,
  CHECK ((kind IN ('USED', 'RETURNED')) = (appointment_id IS NOT NULL)),
  CHECK (kind <> 'BOUGHT' OR sessions > 0),
  CHECK (kind <> 'USED' OR sessions = -1),
  CHECK (kind <> 'RETURNED' OR sessions = 1),
  CHECK (kind NOT IN ('EXPIRED', 'WITHDRAWN') OR sessions < 0)
);
CREATE INDEX session_package_movements_package ON session_package_movements (tenant_id, package_id, id);
CREATE INDEX session_package_movements_appointment ON session_package_movements (tenant_id, appointment_id, id)
  WHERE appointment_id IS NOT NULL;

-- What a payer authorized for a child in a period, and how much of it is used.
CREATE TYPE cycle_measure AS ENUM ('SESSIONS', 'UNITS');
CREATE TABLE treatment_cycles (
  tenant_id         text NOT NULL REFERENCES tenants,
  id                text NOT NULL,
  child_id          text NOT NULL,
  service_id        text,
  provider_id       text,
  payer             text NOT NULL,
  payer_id          text,
  reference         text,
  measure           cycle_measure NOT NULL,
  authorized        integer NOT NULL CHECK (authorized BETWEEN 1 AND 10000),
  starts_on         date NOT NULL,
  ends_on           date NOT NULL,
  renewal_lead_days integer NOT NULL CHECK (renewal_lead_days BETWEEN 0 AND 180),
  -- Counted again whenever a session changes, and when the follow-up plans.
  used              integer NOT NULL DEFAULT 0 CHECK (used >= 0),
  used_percent      integer NOT NULL GENERATED ALWAYS AS (used * 100 / authorized) STORED,
  renew_on          date NOT NULL GENERATED ALWAYS AS (ends_on - renewal_lead_days) STORED,
  -- When 80 and 90 percent were used.
  reached_80_at     timestamptz(3),
  reached_90_at     timestamptz(3),
  closed_at         timestamptz(3),
  close_reason      text,
  created_at        timestamptz(3) NOT NULL,
  updated_at        timestamptz(3) NOT NULL,
  version           integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  FOREIGN KEY (tenant_id, service_id) REFERENCES services,
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  FOREIGN KEY (tenant_id, payer_id) REFERENCES payers,
  CHECK (ends_on >= starts_on),
  CHECK ((closed_at IS NULL) = (close_reason IS NULL)),
  -- A session counts towards one cycle.
  CONSTRAINT treatment_cycles_period EXCLUDE USING gist (tenant_id WITH =, child_id WITH =,
    COALESCE(service_id, '') WITH =, daterange(starts_on, ends_on, '[]') WITH &&) WHERE (closed_at IS NULL)
);
CREATE INDEX treatment_cycles_child ON treatment_cycles (tenant_id, child_id);
CREATE INDEX treatment_cycles_service ON treatment_cycles (tenant_id, service_id);
CREATE INDEX treatment_cycles_provider ON treatment_cycles (tenant_id, provider_id);
CREATE INDEX treatment_cycles_ends_on ON treatment_cycles (tenant_id, ends_on, id);
CREATE INDEX treatment_cycles_used ON treatment_cycles (tenant_id, used_percent, id);
CREATE INDEX treatment_cycles_payer ON treatment_cycles (tenant_id, payer_id) WHERE payer_id IS NOT NULL;
CREATE INDEX treatment_cycles_updated ON treatment_cycles (tenant_id, updated_at, id);

-- What is issued never changes (prisma/functions/invoices.sql).
CREATE TABLE invoices (
  tenant_id       text NOT NULL REFERENCES tenants,
  id              text NOT NULL,
  kind            text NOT NULL CHECK (kind IN ('INVOICE', 'CREDIT_NOTE')),
  status          text NOT NULL CHECK (status IN ('DRAFT', 'ISSUED', 'DISCARDED')),
  legal_entity_id text NOT NULL,
  payer_id        text NOT NULL,
  client_id       text,
  -- The invoice that a credit note credits, in full or in part.
  credits_id      text,
  reason          text,
  note            text,
  currency        char(3) NOT NULL,
  net_minor       integer NOT NULL CHECK (net_minor >= 0),
  tax_minor       integer NOT NULL CHECK (tax_minor >= 0),
  -- An invoice taxes each rate once; this is the difference from the sum of its orders.
  rounding_minor  integer NOT NULL DEFAULT 0,
  amount_minor    integer NOT NULL,
  lines           jsonb NOT NULL,
  seller          jsonb,
  buyer           jsonb,
  year            integer,
  sequence        integer CHECK (sequence > 0),
  number          text,
  issued_on       date,
  due_on          date,
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  version         integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT invoices_sequence UNIQUE (tenant_id, legal_entity_id, year, sequence),
  CONSTRAINT invoices_number UNIQUE (tenant_id, number),
  FOREIGN KEY (tenant_id, legal_entity_id) REFERENCES legal_entities,
  FOREIGN KEY (tenant_id, payer_id) REFERENCES payers,
  FOREIGN KEY (tenant_id, client_id) REFERENCES clients,
  FOREIGN KEY (tenant_id, credits_id) REFERENCES invoices,
  CHECK ((kind = 'CREDIT_NOTE') = (credits_id IS NOT NULL)),
  CHECK (kind = 'INVOICE' OR status = 'ISSUED'),
  CHECK ((status = 'ISSUED') = (num_nonnulls(year, sequence, number, issued_on, seller) = 5)),
  CHECK (status = 'ISSUED' OR num_nonnulls(year, sequence, number, issued_on, seller) = 0),
  CHECK ((status = 'ISSUED' AND kind = 'INVOICE') = (due_on IS NOT NULL)),
  CONSTRAINT invoices_sum CHECK (net_minor + tax_minor + rounding_minor = amount_minor)
);
CREATE INDEX invoices_payer ON invoices (tenant_id, payer_id, id);
CREATE INDEX invoices_credits ON invoices (tenant_id, credits_id) WHERE credits_id IS NOT NULL;
CREATE INDEX invoices_due ON invoices (tenant_id, due_on) WHERE due_on IS NOT NULL;
CREATE INDEX invoices_updated_at ON invoices (tenant_id, updated_at, id);

-- The last number of a legal entity in a year. Issuing locks the row until the commit, so that numbers have no gaps.
CREATE TABLE invoice_counters (
  tenant_id       text NOT NULL REFERENCES tenants,
  legal_entity_id text NOT NULL,
  year            integer NOT NULL,
  last            integer NOT NULL CHECK (last > 0),
  PRIMARY KEY (tenant_id, legal_entity_id, year),
  FOREIGN KEY (tenant_id, legal_entity_id) REFERENCES legal_entities
);

-- The orders of an invoice, and the credit note that took one off again.
CREATE TABLE invoice_orders (
  tenant_id   text NOT NULL REFERENCES tenants,
  invoice_id  text NOT NULL,
  order_id    text NOT NULL,
  credited_by text,
  PRIMARY KEY (tenant_id, invoice_id, order_id),
  FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoices,
  FOREIGN KEY (tenant_id, order_id) REFERENCES orders,
  FOREIGN KEY (tenant_id, credited_by) REFERENCES invoices
);
-- An order is on one invoice at a time.
CREATE UNIQUE INDEX invoice_orders_once ON invoice_orders (tenant_id, order_id) WHERE credited_by IS NULL;
CREATE INDEX invoice_orders_credited ON invoice_orders (tenant_id, credited_by) WHERE credited_by IS NOT NULL;

-- Reminders of an issued invoice: one row for each invoice.
CREATE TABLE dunnings (
  tenant_id   text NOT NULL REFERENCES tenants,
  id          text NOT NULL,
  invoice_id  text NOT NULL,
  payer_id    text NOT NULL,
  client_id   text,
  status      text NOT NULL CHECK (status IN ('ACTIVE', 'HELD', 'STOPPED')),
  -- The legal entity's terms at the time of issue.
  levels      jsonb NOT NULL,
  -- What was sent: level, due date, time, and the order of its fee.
  reminders   jsonb NOT NULL DEFAULT '[]',
  hold_reason text CHECK (hold_reason IN ('DISPUTED', 'PAYMENT_PLAN', 'OTHER')),
  hold_note   text,
  resumes_on  date,
  resumed_at  timestamptz(3),
  stop_reason text CHECK (stop_reason IN ('PAID', 'CREDITED', 'WRITTEN_OFF')),
  stop_note   text,
  created_at  timestamptz(3) NOT NULL,
  updated_at  timestamptz(3) NOT NULL,
  version     integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, invoice_id),
  FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoices,
  FOREIGN KEY (tenant_id, payer_id) REFERENCES payers,
  FOREIGN KEY (tenant_id, client_id) REFERENCES clients,
  CHECK ((status = 'HELD') = (hold_reason IS NOT NULL)),
  CHECK (status = 'HELD' OR num_nonnulls(hold_note, resumes_on) = 0),
  CHECK ((status = 'STOPPED') = (stop_reason IS NOT NULL)),
  -- At most one reminder for each level.
  CHECK (jsonb_array_length(reminders) <= jsonb_array_length(levels))
);
CREATE INDEX dunnings_payer ON dunnings (tenant_id, payer_id, id);
CREATE INDEX dunnings_client ON dunnings (tenant_id, client_id, id) WHERE client_id IS NOT NULL;
CREATE INDEX dunnings_updated_at ON dunnings (tenant_id, updated_at, id);

-- What a family submits to its insurer: sessions that were paid, with billing codes.
CREATE TABLE superbills (
  tenant_id       text NOT NULL REFERENCES tenants,
  id              text NOT NULL,
  child_id        text NOT NULL,
  client_id       text NOT NULL,
  legal_entity_id text NOT NULL,
  starts_on       date NOT NULL,
  ends_on         date NOT NULL,
  currency        char(3) NOT NULL,
  diagnosis_codes text[] NOT NULL,
  seller          jsonb NOT NULL,
  patient         jsonb NOT NULL,
  lines           jsonb NOT NULL CHECK (jsonb_array_length(lines) > 0),
  amount_minor    integer NOT NULL CHECK (amount_minor >= 0),
  paid_minor      integer NOT NULL CHECK (paid_minor BETWEEN 0 AND amount_minor),
  made_by         text NOT NULL,
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  version         integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  FOREIGN KEY (tenant_id, client_id) REFERENCES clients,
  FOREIGN KEY (tenant_id, legal_entity_id) REFERENCES legal_entities,
  CHECK (starts_on <= ends_on)
);
CREATE INDEX superbills_child ON superbills (tenant_id, child_id, id);
CREATE INDEX superbills_client ON superbills (tenant_id, client_id, id);
CREATE INDEX superbills_updated_at ON superbills (tenant_id, updated_at, id);

-- Double-entry ledger, append-only (prisma/functions/ledger.sql). An account has one kind and one currency, and belongs
-- to a client, a provider, a payer or the centre.
CREATE TABLE ledger_accounts (
  tenant_id   text NOT NULL REFERENCES tenants,
  id          text NOT NULL,
  kind        text NOT NULL
    CHECK (kind IN ('RECEIVABLE', 'GATEWAY_CLEARING', 'REFUND_PAYABLE', 'CREDIT_PAYABLE', 'REVENUE', 'FEE_REVENUE',
      'TAX_PAYABLE', 'BAD_DEBT', 'DISPUTED_FUNDS', 'DISPUTE_LOSS', 'DISPUTE_FEES', 'PROVIDER_SHARE', 'PLATFORM_SHARE',
      'PROVIDER_PAYABLE', 'PLATFORM_PAYABLE')),
  currency    char(3) NOT NULL,
  client_id   text,
  provider_id text,
  payer_id    text,
  -- The owner, as part of the key.
  party_id    text NOT NULL GENERATED ALWAYS AS (coalesce(client_id, provider_id, payer_id, '')) STORED,
  created_at  timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, kind, currency, party_id),
  FOREIGN KEY (tenant_id, client_id) REFERENCES clients,
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  FOREIGN KEY (tenant_id, payer_id) REFERENCES payers
);

CREATE TABLE ledger_transactions (
  tenant_id    text NOT NULL REFERENCES tenants,
  id           text NOT NULL,
  kind         text NOT NULL
    CHECK (kind IN ('ORDER_OPENED', 'ORDER_CANCELLED', 'ORDER_WRITTEN_OFF', 'FEE_CHARGED', 'FEE_WITHDRAWN',
      'PAYMENT_CAPTURED', 'REFUND_BEGUN', 'REFUND_PAID', 'REFUND_RETURNED', 'REFUND_FAILED', 'CREDIT_PREPAID',
      'CREDIT_PAYOUT_BEGUN', 'CREDIT_PAYOUT_PAID', 'CREDIT_PAYOUT_FAILED', 'DISPUTE_WITHDRAWN', 'DISPUTE_REINSTATED',
      'DISPUTE_LOST', 'DISPUTE_FEE_CHARGED', 'DISPUTE_FEE_RETURNED', 'SETTLEMENT_APPROVED', 'SETTLEMENT_PAID',
      'SETTLEMENT_FAILED')),
  subject_type text NOT NULL,
  subject_id   text NOT NULL,
  posted_at    timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  -- Each step of a record is posted once.
  UNIQUE (tenant_id, subject_id, kind)
);

CREATE TABLE ledger_entries (
  tenant_id      text NOT NULL REFERENCES tenants,
  id             text NOT NULL,
  transaction_id text NOT NULL,
  account_id     text NOT NULL,
  -- The centre's local day of the posting.
  posted_on      date NOT NULL,
  -- A debit is positive, a credit negative.
  amount_minor   bigint NOT NULL CHECK (amount_minor <> 0),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, transaction_id) REFERENCES ledger_transactions,
  FOREIGN KEY (tenant_id, account_id) REFERENCES ledger_accounts
);
CREATE INDEX ledger_entries_transaction ON ledger_entries (tenant_id, transaction_id);
CREATE INDEX ledger_entries_account ON ledger_entries (tenant_id, account_id, posted_on, id) INCLUDE (amount_minor);

-- Debits and credits of a day, by kind and currency. Several rows make one balance: a posting adds to a row that no
-- other transaction holds, so that postings do not wait for each other.
CREATE TABLE ledger_balances (
  tenant_id    text NOT NULL REFERENCES tenants,
  kind         text NOT NULL,
  currency     char(3) NOT NULL,
  posted_on    date NOT NULL,
  slot         bigint NOT NULL,
  debit_minor  bigint NOT NULL CHECK (debit_minor >= 0),
  credit_minor bigint NOT NULL CHECK (credit_minor >= 0),
  PRIMARY KEY (tenant_id, kind, currency, posted_on, slot)
) WITH (fillfactor = 50);

-- Payments ----------------------------------------------------------------------------------------

-- What a late cancellation and a no-show cost.
CREATE TABLE cancellation_policies (
  tenant_id   text NOT NULL REFERENCES tenants,
  id          text NOT NULL,
  name        text NOT NULL,
  service_id  text,
  location_id text,
  windows     jsonb NOT NULL,
  no_show_fee jsonb,
  currency    char(3) NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- What happens to money that was paid for a cancelled appointment.
  prepaid     text NOT NULL DEFAULT 'REFUND' CHECK (prepaid IN ('REFUND', 'CREDIT', 'DECIDE')),
  archived_at timestamptz(3),
  created_at  timestamptz(3) NOT NULL,
  updated_at  timestamptz(3) NOT NULL,
  version     integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, service_id) REFERENCES services,
  FOREIGN KEY (tenant_id, location_id) REFERENCES locations
);
-- One policy in force for each service and location; null stands for all of them.
CREATE UNIQUE INDEX cancellation_policies_scope ON cancellation_policies (tenant_id, service_id, location_id)
  NULLS NOT DISTINCT WHERE archived_at IS NULL;
CREATE INDEX cancellation_policies_updated ON cancellation_policies (tenant_id, updated_at, id);

-- The account that a centre is paid through.
CREATE TABLE payment_accounts (
  tenant_id             text NOT NULL REFERENCES tenants,
  id                    text NOT NULL,
  kind                  text NOT NULL CHECK (kind IN ('SANDBOX', 'STRIPE')),
  name                  text NOT NULL,
  -- Whether its keys move real money.
  is_live               boolean NOT NULL,
  -- The gateway's id of the account, where its events name it.
  gateway_account_id    text,
  publishable_key       text,
  sealed_secret_key     text,
  secret_key_hint       text,
  sealed_webhook_secret text,
  archived_at           timestamptz(3),
  created_at            timestamptz(3) NOT NULL,
  updated_at            timestamptz(3) NOT NULL,
  version               integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  CHECK ((kind = 'STRIPE') = (sealed_secret_key IS NOT NULL)),
  CHECK ((sealed_secret_key IS NULL) = (secret_key_hint IS NULL)),
  CHECK ((kind = 'STRIPE') = (publishable_key IS NOT NULL)),
  CHECK (kind = 'STRIPE' OR NOT is_live AND sealed_webhook_secret IS NULL AND gateway_account_id IS NULL)
);
-- New payments use one account.
CREATE UNIQUE INDEX payment_accounts_active ON payment_accounts (tenant_id) WHERE archived_at IS NULL;
-- A webhook names the account, not the centre.
CREATE UNIQUE INDEX payment_accounts_id ON payment_accounts (id);
CREATE INDEX payment_accounts_updated ON payment_accounts (tenant_id, updated_at, id);

CREATE TABLE payments (
  tenant_id           text NOT NULL REFERENCES tenants,
  id                  text NOT NULL,
  order_id            text NOT NULL,
  -- Payments of several orders that are captured together name the one whose capture it is.
  captured_with_id    text,
  status              text NOT NULL CHECK (status IN ('PROCESSING', 'REQUIRES_ACTION', 'SUCCEEDED', 'FAILED')),
  amount_minor        integer NOT NULL CHECK (amount_minor > 0),
  -- Refunded, or being refunded.
  refunded_minor      integer NOT NULL DEFAULT 0,
  -- Claimed by open disputes, and lost in closed ones.
  disputed_minor      integer NOT NULL DEFAULT 0,
  charged_back_minor  integer NOT NULL DEFAULT 0,
  currency            char(3) NOT NULL,
  gateway             text NOT NULL,
  -- The account that took the payment, and refunds it; null: the deployment's sandbox, or recorded by hand.
  account_id          text,
  payment_method_type text NOT NULL
    CHECK (payment_method_type IN ('CARD', 'SEPA_DEBIT', 'CASH', 'BANK_TRANSFER', 'INSURER', 'CREDIT')),
  payment_method_id   text NOT NULL,
  gateway_reference   text,
  -- Where the payer returns to after authentication.
  return_url          text,
  -- Where the payer authenticates.
  next_action_url     text,
  failure_code        text,
  settled_at          timestamptz(3),
  created_at          timestamptz(3) NOT NULL,
  updated_at          timestamptz(3) NOT NULL,
  version             integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, order_id) REFERENCES orders,
  FOREIGN KEY (tenant_id, account_id) REFERENCES payment_accounts,
  FOREIGN KEY (tenant_id, captured_with_id) REFERENCES payments,
  CHECK ((status = 'FAILED') = (failure_code IS NOT NULL)),
  CONSTRAINT payments_refunded CHECK (refunded_minor BETWEEN 0 AND amount_minor),
  CONSTRAINT payments_refunded_captured CHECK (refunded_minor = 0 OR status = 'SUCCEEDED'),
  CONSTRAINT payments_settled CHECK ((status IN ('PROCESSING', 'REQUIRES_ACTION')) = (settled_at IS NULL)),
  CONSTRAINT payments_action CHECK ((status = 'REQUIRES_ACTION') = (next_action_url IS NOT NULL)),
  CONSTRAINT payments_manual CHECK ((gateway = 'manual') = (payment_method_type IN ('CASH', 'BANK_TRANSFER',
    'INSURER'))),
  CONSTRAINT payments_credit CHECK ((gateway = 'credit') = (payment_method_type = 'CREDIT')),
  CONSTRAINT payments_disputed CHECK (disputed_minor >= 0 AND charged_back_minor >= 0)
);
CREATE INDEX payments_settled ON payments (tenant_id, settled_at) WHERE status = 'SUCCEEDED';
-- Finds the payment of a gateway's event.
CREATE INDEX payments_reference ON payments (tenant_id, gateway_reference) WHERE gateway_reference IS NOT NULL;
CREATE INDEX payments_order ON payments (tenant_id, order_id);
CREATE INDEX payments_captured_with ON payments (tenant_id, captured_with_id) WHERE captured_with_id IS NOT NULL;
CREATE INDEX payments_updated ON payments (tenant_id, updated_at, id);

-- Captured money that is given back, in part or in full.
CREATE TABLE refunds (
  tenant_id         text NOT NULL REFERENCES tenants,
  id                text NOT NULL,
  payment_id        text NOT NULL,
  status            text NOT NULL CHECK (status IN ('PROCESSING', 'SUCCEEDED', 'FAILED')),
  method            text NOT NULL DEFAULT 'ORIGINAL' CHECK (method IN ('ORIGINAL', 'CREDIT')),
  amount_minor      integer NOT NULL CHECK (amount_minor > 0),
  currency          char(3) NOT NULL,
  reason            text,
  gateway_reference text,
  failure_code      text,
  settled_at        timestamptz(3),
  created_at        timestamptz(3) NOT NULL,
  updated_at        timestamptz(3) NOT NULL,
  version           integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, payment_id) REFERENCES payments,
  CHECK ((status = 'PROCESSING') = (settled_at IS NULL)),
  CHECK ((status = 'FAILED') = (failure_code IS NOT NULL))
);
CREATE INDEX refunds_payment ON refunds (tenant_id, payment_id);
CREATE INDEX refunds_settled ON refunds (tenant_id, settled_at) WHERE status = 'SUCCEEDED';
CREATE INDEX refunds_updated_at ON refunds (tenant_id, updated_at, id);

-- A payer asks the bank to return captured money.
CREATE TABLE disputes (
  tenant_id         text NOT NULL REFERENCES tenants,
  id                text NOT NULL,
  payment_id        text NOT NULL,
  status            text NOT NULL CHECK (status IN ('NEEDS_RESPONSE', 'UNDER_REVIEW', 'WON', 'LOST', 'CLOSED')),
  is_inquiry        boolean NOT NULL,
  reason            text NOT NULL,
  amount_minor      integer NOT NULL CHECK (amount_minor > 0),
  currency          char(3) NOT NULL,
  -- What the bank holds. It stays once the dispute is lost.
  withheld_minor    integer NOT NULL CHECK (withheld_minor >= 0),
  fee_minor         integer NOT NULL CHECK (fee_minor >= 0),
  fee_currency      char(3),
  gateway_reference text NOT NULL,
  due_at            timestamptz(3),
  -- How the centre responds: with evidence, or by accepting the dispute.
  response          text CHECK (response IN ('EVIDENCE', 'ACCEPTANCE')),
  evidence          jsonb,
  responded_at      timestamptz(3),
  -- Numbers the responses: each is another intent at the gateway.
  responses         integer NOT NULL DEFAULT 0,
  -- When the gateway accepted the response, or why it refused it.
  submitted_at      timestamptz(3),
  refusal_code      text,
  -- When the dispute was decided and any money won was returned.
  closed_at         timestamptz(3),
  created_at        timestamptz(3) NOT NULL,
  updated_at        timestamptz(3) NOT NULL,
  version           integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, payment_id, gateway_reference),
  FOREIGN KEY (tenant_id, payment_id) REFERENCES payments,
  CHECK (closed_at IS NULL OR status IN ('WON', 'LOST', 'CLOSED')),
  CHECK (fee_minor = 0 OR fee_currency IS NOT NULL),
  CONSTRAINT disputes_responded CHECK ((response IS NULL) = (responded_at IS NULL)
    AND (response IS NULL) = (responses = 0) AND (response IS NOT DISTINCT FROM 'EVIDENCE' OR evidence IS NULL)
    AND (response IS NOT NULL OR submitted_at IS NULL AND refusal_code IS NULL)
    AND (submitted_at IS NULL OR refusal_code IS NULL))
);
CREATE INDEX disputes_updated_at ON disputes (tenant_id, updated_at, id);

-- Credit of clients and payers.
CREATE TABLE credit_balances (
  tenant_id     text NOT NULL REFERENCES tenants,
  id            text NOT NULL,
  client_id     text,
  payer_id      text,
  currency      char(3) NOT NULL,
  -- Credit left: the sum of the movements.
  balance_minor integer NOT NULL,
  created_at    timestamptz(3) NOT NULL,
  updated_at    timestamptz(3) NOT NULL,
  version       integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, client_id) REFERENCES clients,
  FOREIGN KEY (tenant_id, payer_id) REFERENCES payers,
  CHECK (num_nonnulls(client_id, payer_id) = 1),
  CONSTRAINT credit_balances_left CHECK (balance_minor >= 0)
);
CREATE UNIQUE INDEX credit_balances_party ON credit_balances (tenant_id, coalesce(client_id, payer_id), currency);
CREATE INDEX credit_balances_updated_at ON credit_balances (tenant_id, updated_at, id);

-- Credit that is paid out.
CREATE TABLE credit_payouts (
  tenant_id         text NOT NULL REFERENCES tenants,
  id                text NOT NULL,
  balance_id        text NOT NULL,
  status            text NOT NULL CHECK (status IN ('PROCESSING', 'SUCCEEDED', 'FAILED')),
  amount_minor      integer NOT NULL CHECK (amount_minor > 0),
  currency          char(3) NOT NULL,
  gateway           text NOT NULL,
  method            text NOT NULL CHECK (method IN ('PAYOUT_ACCOUNT', 'BANK_TRANSFER', 'CASH')),
  -- The gateway's token of an account, or how the payout was recorded.
  destination       text NOT NULL,
  reason            text,
  gateway_reference text,
  failure_code      text,
  settled_at        timestamptz(3),
  created_at        timestamptz(3) NOT NULL,
  updated_at        timestamptz(3) NOT NULL,
  version           integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, balance_id) REFERENCES credit_balances,
  CHECK ((gateway = 'manual') = (method IN ('BANK_TRANSFER', 'CASH'))),
  CHECK ((status = 'PROCESSING') = (settled_at IS NULL)),
  CHECK ((status = 'FAILED') = (failure_code IS NOT NULL))
);
CREATE INDEX credit_payouts_balance ON credit_payouts (tenant_id, balance_id, id);
CREATE INDEX credit_payouts_updated_at ON credit_payouts (tenant_id, updated_at, id);

CREATE TABLE credit_movements (
  tenant_id    text NOT NULL REFERENCES tenants,
  id           text NOT NULL,
  balance_id   text NOT NULL,
  kind         text NOT NULL CHECK (kind IN ('GRANTED', 'PREPAID', 'USED', 'PAID_OUT', 'RETURNED')),
  amount_minor integer NOT NULL CHECK (amount_minor <> 0),
  refund_id    text,
  payment_id   text,
  payout_id    text,
  -- How a prepayment arrived, and its reference.
  method       text CHECK (method IN ('CASH', 'BANK_TRANSFER', 'INSURER')),
  reference    text,
  created_at   timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, balance_id) REFERENCES credit_balances,
  FOREIGN KEY (tenant_id, refund_id) REFERENCES refunds,
  FOREIGN KEY (tenant_id, payment_id) REFERENCES payments,
  FOREIGN KEY (tenant_id, payout_id) REFERENCES credit_payouts,
  CHECK ((kind = 'GRANTED') = (refund_id IS NOT NULL)),
  CHECK ((kind = 'USED') = (payment_id IS NOT NULL)),
  CHECK ((kind IN ('PAID_OUT', 'RETURNED')) = (payout_id IS NOT NULL)),
  CHECK ((kind = 'PREPAID') = (method IS NOT NULL)),
  CHECK (kind = 'PREPAID' OR reference IS NULL),
  CHECK ((kind IN ('USED', 'PAID_OUT')) = (amount_minor < 0))
);
CREATE INDEX credit_movements_balance ON credit_movements (tenant_id, balance_id, id);
-- A refund, payment or payout moves credit once; a failed payout returns it once.
CREATE UNIQUE INDEX credit_movements_refund ON credit_movements (tenant_id, refund_id) WHERE refund_id IS NOT NULL;
CREATE UNIQUE INDEX credit_movements_payment ON credit_movements (tenant_id, payment_id) WHERE payment_id IS NOT NULL;
CREATE UNIQUE INDEX credit_movements_payout ON credit_movements (tenant_id, payout_id, kind)
  WHERE payout_id IS NOT NULL;

-- Payouts -----------------------------------------------------------------------------------------

-- How a payment is shared, from a day on. Terms never change: new terms follow.
CREATE TABLE split_terms (
  tenant_id   text NOT NULL REFERENCES tenants,
  id          text NOT NULL,
  provider_id text,
  service_id  text,
  currency    char(3) NOT NULL,
  starts_on   date NOT NULL,
  shares      jsonb NOT NULL,
  tiers       jsonb NOT NULL DEFAULT '[]',
  reserve     jsonb,
  created_by  text NOT NULL,
  created_at  timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  FOREIGN KEY (tenant_id, service_id) REFERENCES services
);
CREATE UNIQUE INDEX split_terms_scope ON split_terms (tenant_id, currency, starts_on, provider_id, service_id)
  NULLS NOT DISTINCT;

-- Where a provider's share of settlements is paid to.
CREATE TABLE payout_accounts (
  tenant_id        text NOT NULL REFERENCES tenants,
  id               text NOT NULL,
  provider_id      text NOT NULL,
  status           text NOT NULL CHECK (status IN ('PENDING', 'VERIFIED', 'REJECTED', 'REPLACED', 'WITHDRAWN')),
  kind             text NOT NULL CHECK (kind IN ('IBAN', 'GATEWAY_ACCOUNT')),
  holder           text NOT NULL,
  -- Of the IBAN.
  country          char(2),
  sealed_number    text NOT NULL,
  number_hint      text NOT NULL,
  requested_by     text NOT NULL,
  decided_by       text,
  decided_at       timestamptz(3),
  rejection_reason text,
  -- When payouts to the account may begin. Set by its verification.
  payable_at       timestamptz(3),
  created_at       timestamptz(3) NOT NULL,
  updated_at       timestamptz(3) NOT NULL,
  version          integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  CHECK ((kind = 'IBAN') = (country IS NOT NULL)),
  CHECK ((decided_by IS NULL) = (decided_at IS NULL)),
  CHECK (decided_by IS DISTINCT FROM requested_by OR decided_by IS NULL),
  CHECK ((status = 'REJECTED') = (rejection_reason IS NOT NULL)),
  CHECK (status NOT IN ('VERIFIED', 'REPLACED') OR payable_at IS NOT NULL AND decided_by IS NOT NULL)
);
CREATE UNIQUE INDEX payout_accounts_pending ON payout_accounts (tenant_id, provider_id) WHERE status = 'PENDING';
CREATE UNIQUE INDEX payout_accounts_verified ON payout_accounts (tenant_id, provider_id) WHERE status = 'VERIFIED';
CREATE INDEX payout_accounts_updated_at ON payout_accounts (tenant_id, updated_at, id);

-- What families paid is shared between provider, platform and centre, and paid out.
CREATE TABLE settlements (
  tenant_id             text NOT NULL REFERENCES tenants,
  id                    text NOT NULL,
  provider_id           text NOT NULL,
  status                text NOT NULL
    CHECK (status IN ('DRAFT', 'APPROVED', 'TRANSFERRING', 'PAID', 'FAILED', 'CANCELLED', 'PARTIALLY_REVERSED',
      'REVERSED')),
  currency              char(3) NOT NULL,
  starts_on             date,
  ends_on               date,
  gross_minor           integer NOT NULL,
  provider_minor        integer NOT NULL,
  platform_minor        integer NOT NULL,
  centre_minor          integer NOT NULL,
  -- What the previous settlement left the provider owing, and what this one leaves: negative, or 0.
  carried_in_minor      integer NOT NULL CHECK (carried_in_minor <= 0),
  released_minor        integer NOT NULL CHECK (released_minor >= 0),
  withheld_minor        integer NOT NULL CHECK (withheld_minor >= 0),
  payout_minor          integer NOT NULL CHECK (payout_minor >= 0),
  carried_out_minor     integer NOT NULL CHECK (carried_out_minor <= 0),
  payout_account_id     text,
  -- The centre's account that pays it, chosen at approval; null: the deployment's sandbox, or not approved.
  payment_account_id    text,
  -- Of settlements that were not paid to a payout account.
  gateway_account_token text,
  requested_by          text NOT NULL,
  approved_by           text,
  approved_at           timestamptz(3),
  transfer_reference    text,
  payout_reference      text,
  failure_code          text,
  settled_at            timestamptz(3),
  created_at            timestamptz(3) NOT NULL,
  updated_at            timestamptz(3) NOT NULL,
  version               integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  FOREIGN KEY (tenant_id, payout_account_id) REFERENCES payout_accounts,
  FOREIGN KEY (tenant_id, payment_account_id) REFERENCES payment_accounts,
  CHECK ((starts_on IS NULL) = (ends_on IS NULL)),
  CHECK (provider_minor + platform_minor + centre_minor = gross_minor),
  CHECK (withheld_minor = 0 OR carried_out_minor = 0),
  CHECK (payout_minor = 0 OR carried_out_minor = 0),
  CHECK ((approved_by IS NULL) = (approved_at IS NULL)),
  CHECK (approved_by IS DISTINCT FROM requested_by OR approved_by IS NULL),
  CHECK (status <> 'FAILED' OR failure_code IS NOT NULL),
  CHECK (payout_account_id IS NULL OR gateway_account_token IS NULL),
  CONSTRAINT settlements_due CHECK (
    payout_minor + carried_out_minor = provider_minor + carried_in_minor + released_minor - withheld_minor)
);
-- The next settlement begins with what this one leaves.
CREATE UNIQUE INDEX settlements_running ON settlements (tenant_id, provider_id, currency)
  WHERE status IN ('DRAFT', 'APPROVED', 'TRANSFERRING');
CREATE INDEX settlements_settled ON settlements (tenant_id, settled_at) WHERE settled_at IS NOT NULL;
CREATE INDEX settlements_updated_at ON settlements (tenant_id, updated_at, id);

-- A payment, or the reversal of a refund or a lost dispute, with each share.
CREATE TABLE settlement_lines (
  tenant_id      text NOT NULL REFERENCES tenants,
  id             text NOT NULL,
  settlement_id  text NOT NULL,
  payment_id     text NOT NULL,
  refund_id      text,
  dispute_id     text,
  terms_id       text NOT NULL,
  gross_minor    integer NOT NULL,
  provider_minor integer NOT NULL,
  platform_minor integer NOT NULL,
  centre_minor   integer NOT NULL,
  -- False once the settlement failed or was cancelled: its payments can be settled again.
  counts         boolean NOT NULL DEFAULT true,
  created_at     timestamptz(3) NOT NULL,
  updated_at     timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, settlement_id) REFERENCES settlements,
  FOREIGN KEY (tenant_id, payment_id) REFERENCES payments,
  FOREIGN KEY (tenant_id, refund_id) REFERENCES refunds,
  FOREIGN KEY (tenant_id, terms_id) REFERENCES split_terms,
  FOREIGN KEY (tenant_id, dispute_id) REFERENCES disputes,
  CHECK (provider_minor + platform_minor + centre_minor = gross_minor),
  CONSTRAINT settlement_lines_reversal CHECK (CASE WHEN gross_minor > 0 THEN dispute_id IS NULL
    ELSE num_nonnulls(refund_id, dispute_id) = 1 END)
);
CREATE INDEX settlement_lines_settlement ON settlement_lines (tenant_id, settlement_id, id);
CREATE INDEX settlement_lines_of_payment ON settlement_lines (tenant_id, payment_id);
CREATE UNIQUE INDEX settlement_lines_payment ON settlement_lines (tenant_id, payment_id)
  WHERE refund_id IS NULL AND dispute_id IS NULL AND counts;
CREATE UNIQUE INDEX settlement_lines_dispute ON settlement_lines (tenant_id, dispute_id)
  WHERE dispute_id IS NOT NULL AND counts;
CREATE UNIQUE INDEX settlement_lines_refund ON settlement_lines (tenant_id, refund_id, (gross_minor > 0))
  WHERE refund_id IS NOT NULL AND counts;

-- What a settlement holds back from the provider's share.
CREATE TABLE reserves (
  tenant_id      text NOT NULL REFERENCES tenants,
  id             text NOT NULL,
  settlement_id  text NOT NULL,
  provider_id    text NOT NULL,
  currency       char(3) NOT NULL,
  amount_minor   integer NOT NULL CHECK (amount_minor > 0),
  -- What later settlements paid out of it, or took for what was owed.
  released_minor integer NOT NULL DEFAULT 0 CHECK (released_minor BETWEEN 0 AND amount_minor),
  days           integer NOT NULL CHECK (days BETWEEN 1 AND 730),
  reason         text,
  -- Set when the settlement is paid.
  releases_on    date,
  -- False once the settlement failed or was cancelled.
  counts         boolean NOT NULL DEFAULT true,
  created_at     timestamptz(3) NOT NULL,
  updated_at     timestamptz(3) NOT NULL,
  version        integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, settlement_id) REFERENCES settlements,
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers
);
CREATE INDEX reserves_of_settlement ON reserves (tenant_id, settlement_id);
CREATE INDEX reserves_open ON reserves (tenant_id, provider_id, currency)
  WHERE counts AND released_minor < amount_minor;
CREATE INDEX reserves_updated_at ON reserves (tenant_id, updated_at, id);

CREATE TABLE reserve_releases (
  tenant_id     text NOT NULL REFERENCES tenants,
  id            text NOT NULL,
  reserve_id    text NOT NULL,
  settlement_id text NOT NULL,
  amount_minor  integer NOT NULL CHECK (amount_minor > 0),
  counts        boolean NOT NULL DEFAULT true,
  created_at    timestamptz(3) NOT NULL,
  updated_at    timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, reserve_id, settlement_id),
  FOREIGN KEY (tenant_id, reserve_id) REFERENCES reserves,
  FOREIGN KEY (tenant_id, settlement_id) REFERENCES settlements
);
CREATE INDEX reserve_releases_of_settlement ON reserve_releases (tenant_id, settlement_id);

-- Marketplace -------------------------------------------------------------------------------------

-- What a centre asks of new providers, in versions.
CREATE TABLE onboarding_plans (
  tenant_id         text NOT NULL REFERENCES tenants,
  id                text NOT NULL,
  name              text NOT NULL,
  -- The draft of the next version. Onboardings follow a published version.
  requirements      jsonb NOT NULL,
  published_version integer,
  archived_at       timestamptz(3),
  created_at        timestamptz(3) NOT NULL,
  updated_at        timestamptz(3) NOT NULL,
  version           integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX onboarding_plans_updated ON onboarding_plans (tenant_id, updated_at, id);

CREATE TABLE onboarding_plan_versions (
  tenant_id    text NOT NULL,
  plan_id      text NOT NULL,
  number       integer NOT NULL CHECK (number > 0),
  requirements jsonb NOT NULL,
  published_by text NOT NULL,
  published_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, plan_id, number),
  FOREIGN KEY (tenant_id, plan_id) REFERENCES onboarding_plans
);
ALTER TABLE onboarding_plans ADD FOREIGN KEY (tenant_id, id, published_version) REFERENCES onboarding_plan_versions;

-- The onboarding of one provider. While it runs, and when it ends, its status is the provider's.
CREATE TABLE provider_onboardings (
  tenant_id        text NOT NULL REFERENCES tenants,
  id               text NOT NULL,
  provider_id      text NOT NULL,
  plan_id          text NOT NULL,
  plan_version     integer NOT NULL,
  status           text NOT NULL
    CHECK (status IN ('APPLIED', 'DOCUMENTS', 'VERIFICATION', 'APPROVAL', 'APPROVED', 'REJECTED', 'WITHDRAWN')),
  -- When it reached this status.
  stage_entered_at timestamptz(3) NOT NULL,
  -- Who has to act, and until when; computed from the items.
  waiting_on       text[] NOT NULL CHECK (waiting_on <@ ARRAY['APPLICANT', 'REFEREE', 'VERIFIER', 'CENTRE']),
  due_at           timestamptz(3),
  -- In lower case: one running application for each address.
  email            text,
  started_by       text NOT NULL,
  -- When the applicant was last sent a link on request. Reminders come besides.
  invited_at       timestamptz(3) NOT NULL,
  decided_by       text,
  decided_at       timestamptz(3),
  reason           text,
  created_at       timestamptz(3) NOT NULL,
  updated_at       timestamptz(3) NOT NULL,
  version          integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  FOREIGN KEY (tenant_id, plan_id, plan_version) REFERENCES onboarding_plan_versions,
  CHECK ((status IN ('APPROVED', 'REJECTED', 'WITHDRAWN')) = (decided_at IS NOT NULL)),
  CHECK ((decided_at IS NULL) = (decided_by IS NULL)),
  CHECK (status NOT IN ('REJECTED', 'WITHDRAWN') OR reason IS NOT NULL)
);
CREATE UNIQUE INDEX provider_onboardings_running ON provider_onboardings (tenant_id, provider_id)
  WHERE status IN ('APPLIED', 'DOCUMENTS', 'VERIFICATION', 'APPROVAL');
CREATE UNIQUE INDEX provider_onboardings_email ON provider_onboardings (tenant_id, email)
  WHERE status IN ('APPLIED', 'DOCUMENTS', 'VERIFICATION', 'APPROVAL');
CREATE INDEX provider_onboardings_board ON provider_onboardings (tenant_id, status, stage_entered_at, id);
CREATE INDEX provider_onboardings_provider ON provider_onboardings (tenant_id, provider_id);
CREATE INDEX provider_onboardings_updated ON provider_onboardings (tenant_id, updated_at, id);

-- One requirement of the plan's version, and its state.
CREATE TABLE onboarding_items (
  tenant_id        text NOT NULL,
  onboarding_id    text NOT NULL,
  key              text NOT NULL,
  position         integer NOT NULL,
  status           text NOT NULL CHECK (status IN ('WAITING', 'PROVIDED', 'RETURNED', 'ACCEPTED', 'WAIVED')),
  due_at           timestamptz(3) NOT NULL,
  provided_at      timestamptz(3),
  decided_by       text,
  decided_at       timestamptz(3),
  reason           text,
  -- How long an accepted item is valid.
  expires_at       timestamptz(3),
  -- What was provided: a document, an agreement or a license.
  attachment_id    text,
  form_response_id text,
  license_id       text,
  PRIMARY KEY (tenant_id, onboarding_id, key),
  FOREIGN KEY (tenant_id, onboarding_id) REFERENCES provider_onboardings,
  FOREIGN KEY (tenant_id, attachment_id) REFERENCES attachments,
  FOREIGN KEY (tenant_id, form_response_id) REFERENCES form_responses ON DELETE SET NULL (form_response_id),
  FOREIGN KEY (tenant_id, license_id) REFERENCES provider_licenses,
  CHECK (status <> 'PROVIDED' OR provided_at IS NOT NULL),
  CHECK (status NOT IN ('RETURNED', 'ACCEPTED', 'WAIVED') OR decided_at IS NOT NULL),
  CHECK (status NOT IN ('RETURNED', 'WAIVED') OR reason IS NOT NULL)
);
CREATE INDEX onboarding_items_form ON onboarding_items (tenant_id, form_response_id) WHERE form_response_id IS NOT NULL;

-- A person named by the applicant, and their answer. The address is removed when the onboarding ends.
CREATE TABLE onboarding_references (
  tenant_id     text NOT NULL,
  id            text NOT NULL,
  onboarding_id text NOT NULL,
  item_key      text NOT NULL,
  name          text NOT NULL,
  email         text,
  -- ENDED: no longer needed.
  status        text NOT NULL CHECK (status IN ('ASKED', 'GIVEN', 'ENDED')),
  asked_at      timestamptz(3) NOT NULL,
  answered_at   timestamptz(3),
  relationship  text,
  recommends    boolean,
  comment       text,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, onboarding_id) REFERENCES provider_onboardings,
  FOREIGN KEY (tenant_id, onboarding_id, item_key) REFERENCES onboarding_items ON DELETE CASCADE,
  CHECK ((status = 'GIVEN') = (answered_at IS NOT NULL)),
  CHECK ((status = 'GIVEN') = (recommends IS NOT NULL)),
  CHECK (status <> 'ASKED' OR email IS NOT NULL)
);
CREATE INDEX onboarding_references_item ON onboarding_references (tenant_id, onboarding_id, item_key);

-- The stages that an onboarding went through.
CREATE TABLE onboarding_stages (
  tenant_id     text NOT NULL,
  onboarding_id text NOT NULL,
  number        integer NOT NULL CHECK (number > 0),
  status        text NOT NULL,
  entered_at    timestamptz(3) NOT NULL,
  -- Who caused the change.
  entered_by    text NOT NULL,
  PRIMARY KEY (tenant_id, onboarding_id, number),
  FOREIGN KEY (tenant_id, onboarding_id) REFERENCES provider_onboardings
);

-- What a child may need, in the centre's words, and the specialties that meet it.
CREATE TABLE matching_needs (
  tenant_id   text NOT NULL REFERENCES tenants,
  id          text NOT NULL,
  code        text NOT NULL,
  name        text NOT NULL,
  specialties text[] NOT NULL CHECK (cardinality(specialties) > 0),
  professions text[] NOT NULL DEFAULT '{}',
  -- A child with a goal in one of these areas has the need.
  goal_areas  text[] NOT NULL DEFAULT '{}',
  archived_at timestamptz(3),
  created_at  timestamptz(3) NOT NULL,
  updated_at  timestamptz(3) NOT NULL,
  version     integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX matching_needs_code ON matching_needs (tenant_id, code);
CREATE INDEX matching_needs_updated ON matching_needs (tenant_id, updated_at, id);

-- The weights that a centre changed; without a row, the platform's apply.
CREATE TABLE matching_settings (
  tenant_id         text NOT NULL REFERENCES tenants,
  id                text NOT NULL,
  weights           jsonb NOT NULL,
  exploration_share double precision NOT NULL CHECK (exploration_share BETWEEN 0 AND 0.3),
  new_provider_days integer NOT NULL CHECK (new_provider_days BETWEEN 0 AND 365),
  created_at        timestamptz(3) NOT NULL,
  updated_at        timestamptz(3) NOT NULL,
  version           integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX matching_settings_one ON matching_settings (tenant_id);

-- A request, its result and the weights that were used. Never changed.
CREATE TABLE therapist_matches (
  tenant_id        text NOT NULL REFERENCES tenants,
  id               text NOT NULL,
  -- Null: the request named no child. Such rows are removed by their age.
  child_id         text,
  input            jsonb NOT NULL,
  input_hash       text NOT NULL,
  settings_version integer NOT NULL,
  settings         jsonb NOT NULL,
  -- The best candidates with the values of their scores, so that other weights can rank them again.
  candidates       jsonb NOT NULL,
  matches          jsonb NOT NULL,
  excluded         jsonb NOT NULL,
  considered       integer NOT NULL,
  examined         integer NOT NULL,
  requested_by     text NOT NULL,
  created_at       timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, child_id) REFERENCES children
);
CREATE INDEX therapist_matches_child ON therapist_matches (tenant_id, child_id, id) WHERE child_id IS NOT NULL;
CREATE INDEX therapist_matches_age ON therapist_matches (created_at) WHERE child_id IS NULL;

-- Public forms. An inquiry becomes a lead once the e-mail address is verified.
CREATE TABLE lead_forms (
  tenant_id       text NOT NULL REFERENCES tenants,
  id              text NOT NULL,
  name            text NOT NULL,
  active          boolean NOT NULL,
  location_id     text,
  campaign        text,
  -- Title and introduction by language.
  texts           jsonb NOT NULL,
  questions       text[] NOT NULL,
  required        text[] NOT NULL CHECK (required <@ questions),
  -- What a family agrees to; texts are versioned.
  consents        jsonb NOT NULL,
  consent_version integer NOT NULL DEFAULT 1 CHECK (consent_version > 0),
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  version         integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, location_id) REFERENCES locations
);
-- A form is looked up by the address of its page.
CREATE UNIQUE INDEX lead_forms_id ON lead_forms (id);
CREATE INDEX lead_forms_updated ON lead_forms (tenant_id, updated_at, id);

-- An inquiry whose address is not verified yet. Kept for a day.
CREATE TABLE lead_intakes (
  tenant_id  text NOT NULL,
  id         text NOT NULL,
  form_id    text NOT NULL,
  language   text NOT NULL,
  email      text NOT NULL,
  said       jsonb NOT NULL,
  -- The address that the request came from; limits count by it.
  asked_from text,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, form_id) REFERENCES lead_forms
);
CREATE INDEX lead_intakes_email ON lead_intakes (tenant_id, lower(email));
CREATE INDEX lead_intakes_form ON lead_intakes (tenant_id, form_id);
CREATE INDEX lead_intakes_expiry ON lead_intakes (expires_at);

-- Families who ask for a place, before there is a record of the child.
CREATE TABLE leads (
  tenant_id        text NOT NULL REFERENCES tenants,
  id               text NOT NULL,
  status           text NOT NULL
    CHECK (status IN ('NEW', 'QUALIFYING', 'QUALIFIED', 'MATCHED', 'CONVERTED', 'LOST', 'EXPIRED')),
  -- When it reached this status, and until when it should have the next.
  stage_entered_at timestamptz(3) NOT NULL,
  due_at           timestamptz(3),
  -- When the family was last heard from.
  heard_at         timestamptz(3) NOT NULL,
  source           text NOT NULL
    CHECK (source IN ('FORM', 'PHONE', 'EMAIL', 'REFERRAL', 'WALK_IN', 'PARTNER', 'OTHER')),
  campaign         text,
  form_id          text,
  location_id      text,
  assignee_id      text,
  language         text NOT NULL,
  -- The family. Removed when the lead is forgotten.
  contact_name     text,
  contact_email    text,
  contact_phone    text,
  relationship     text,
  child_first_name text,
  child_last_name  text,
  child_birth_date date,
  message          text,
  -- What the family asks for, in the centre's words and those of matching.
  needs            text[] NOT NULL DEFAULT '{}',
  languages        text[] NOT NULL DEFAULT '{}',
  modality         text,
  payer            text,
  state            text,
  latest_start_on  date,
  -- What the family agreed to: kind, text, version, time.
  consents         jsonb NOT NULL DEFAULT '[]',
  match_id         text,
  -- The records that the lead became.
  child_id         text,
  client_id        text,
  lost_reason      text
    CHECK (lost_reason IN ('NO_ANSWER', 'NO_CAPACITY', 'NOT_ELIGIBLE', 'WENT_ELSEWHERE', 'TOO_FAR', 'COST', 'DUPLICATE',
      'WITHDRAWN', 'ERASED', 'OTHER')),
  closed_at        timestamptz(3),
  -- When the family's data was deleted.
  forgotten_at     timestamptz(3),
  created_by       text NOT NULL,
  created_at       timestamptz(3) NOT NULL,
  updated_at       timestamptz(3) NOT NULL,
  version          integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, location_id) REFERENCES locations,
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  FOREIGN KEY (tenant_id, client_id) REFERENCES clients,
  FOREIGN KEY (tenant_id, match_id) REFERENCES therapist_matches ON DELETE SET NULL (match_id),
  FOREIGN KEY (tenant_id, form_id) REFERENCES lead_forms,
  CHECK ((status = 'CONVERTED') = (child_id IS NOT NULL AND client_id IS NOT NULL)),
  CHECK ((status = 'LOST') = (lost_reason IS NOT NULL)),
  CHECK ((status IN ('CONVERTED', 'LOST', 'EXPIRED')) = (closed_at IS NOT NULL)),
  CHECK (forgotten_at IS NULL OR closed_at IS NOT NULL)
);
CREATE INDEX leads_board ON leads (tenant_id, status, stage_entered_at, id);
CREATE INDEX leads_created ON leads (tenant_id, created_at, id);
CREATE INDEX leads_child ON leads (tenant_id, child_id) WHERE child_id IS NOT NULL;
CREATE INDEX leads_client ON leads (tenant_id, client_id) WHERE client_id IS NOT NULL;
CREATE INDEX leads_match ON leads (tenant_id, match_id) WHERE match_id IS NOT NULL;
-- Finds a family on record by e-mail address and telephone number, in any notation.
CREATE INDEX leads_email ON leads (tenant_id, lower(contact_email)) WHERE contact_email IS NOT NULL;
CREATE INDEX leads_phone ON leads (tenant_id, regexp_replace(contact_phone, '\D', '', 'g'))
  WHERE contact_phone IS NOT NULL;
CREATE INDEX leads_form ON leads (tenant_id, form_id) WHERE form_id IS NOT NULL;
CREATE INDEX leads_heard ON leads (tenant_id, heard_at);
CREATE INDEX leads_updated ON leads (tenant_id, updated_at, id);

-- The stages that a lead went through, and until when each should have ended.
CREATE TABLE lead_stages (
  tenant_id  text NOT NULL,
  lead_id    text NOT NULL,
  number     integer NOT NULL CHECK (number > 0),
  status     text NOT NULL,
  entered_at timestamptz(3) NOT NULL,
  due_at     timestamptz(3),
  entered_by text NOT NULL,
  PRIMARY KEY (tenant_id, lead_id, number),
  FOREIGN KEY (tenant_id, lead_id) REFERENCES leads
);

-- An attempt of the centre to reach the family.
CREATE TABLE lead_contact_attempts (
  tenant_id text NOT NULL,
  id        text NOT NULL,
  lead_id   text NOT NULL,
  channel   text NOT NULL CHECK (channel IN ('EMAIL', 'PHONE')),
  outcome   text NOT NULL CHECK (outcome IN ('REACHED', 'NO_ANSWER', 'LEFT_MESSAGE', 'CALL_BACK', 'WRONG_CONTACT')),
  note      text,
  -- Of CALL_BACK: when the family wants to be called.
  call_at   timestamptz(3),
  made_at   timestamptz(3) NOT NULL,
  made_by   text NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, lead_id) REFERENCES leads,
  CHECK ((outcome = 'CALL_BACK') = (call_at IS NOT NULL))
);
CREATE INDEX lead_contact_attempts_lead ON lead_contact_attempts (tenant_id, lead_id, id);

-- The lead is offered to a provider, who alone can accept it until the offer expires.
CREATE TABLE lead_offers (
  tenant_id   text NOT NULL,
  id          text NOT NULL,
  lead_id     text NOT NULL,
  provider_id text NOT NULL,
  status      text NOT NULL CHECK (status IN ('OPEN', 'ACCEPTED', 'DECLINED', 'EXPIRED', 'WITHDRAWN')),
  -- If nobody accepts, the next provider of the match is offered it.
  passes_on   boolean NOT NULL,
  hours       integer NOT NULL CHECK (hours BETWEEN 1 AND 336),
  expires_at  timestamptz(3) NOT NULL,
  decided_at  timestamptz(3),
  decided_by  text,
  created_at  timestamptz(3) NOT NULL,
  updated_at  timestamptz(3) NOT NULL,
  version     integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, lead_id) REFERENCES leads,
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  CHECK ((status = 'OPEN') = (decided_at IS NULL)),
  CHECK ((decided_at IS NULL) = (decided_by IS NULL))
);
-- One open offer at a time, and one accepted.
CREATE UNIQUE INDEX lead_offers_open ON lead_offers (tenant_id, lead_id) WHERE status = 'OPEN';
CREATE UNIQUE INDEX lead_offers_accepted ON lead_offers (tenant_id, lead_id) WHERE status = 'ACCEPTED';
CREATE INDEX lead_offers_lead ON lead_offers (tenant_id, lead_id, id);
CREATE INDEX lead_offers_provider ON lead_offers (tenant_id, provider_id);

-- Knowledge ---------------------------------------------------------------------------------------

-- Assistants of a centre: what they may use and how they answer, in versions.
CREATE TABLE assistants (
  tenant_id         text NOT NULL REFERENCES tenants,
  id                text NOT NULL,
  name              text NOT NULL,
  -- Null: the whole centre.
  location_id       text,
  -- The draft of the next version. Questions are answered by the published version.
  tools             text[] NOT NULL
    CHECK (tools <@ ARRAY['bookings', 'child_records', 'assessments', 'availability', 'goals', 'sessions']),
  instructions      text,
  languages         text[] NOT NULL CHECK (languages <@ '{en,de,es,fr}' AND cardinality(languages) > 0),
  answer_style      text NOT NULL CHECK (answer_style IN ('BRIEF', 'DETAILED')),
  -- Whether a language model may word the answers, and its temperature.
  generated_answers boolean NOT NULL DEFAULT false,
  temperature       double precision CHECK (temperature BETWEEN 0 AND 1),
  roles             text[] NOT NULL,
  -- Days that answers are kept; 0: they are not kept.
  keep_answers_days integer NOT NULL DEFAULT 0 CHECK (keep_answers_days BETWEEN 0 AND 1095),
  published_version integer NOT NULL,
  archived_at       timestamptz(3),
  created_at        timestamptz(3) NOT NULL,
  updated_at        timestamptz(3) NOT NULL,
  version           integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, location_id) REFERENCES locations
);
CREATE INDEX assistants_updated ON assistants (tenant_id, updated_at, id);

CREATE TABLE assistant_versions (
  tenant_id         text NOT NULL,
  assistant_id      text NOT NULL,
  number            integer NOT NULL CHECK (number > 0),
  tools             text[] NOT NULL,
  instructions      text,
  languages         text[] NOT NULL,
  answer_style      text NOT NULL,
  generated_answers boolean NOT NULL DEFAULT false,
  temperature       double precision,
  roles             text[] NOT NULL,
  published_by      text NOT NULL,
  published_at      timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, assistant_id, number),
  FOREIGN KEY (tenant_id, assistant_id) REFERENCES assistants DEFERRABLE INITIALLY DEFERRED
);
ALTER TABLE assistants ADD FOREIGN KEY (tenant_id, id, published_version)
  REFERENCES assistant_versions DEFERRABLE INITIALLY DEFERRED;

-- Documents of assistants, the passages they are cut into, and the words of these.
CREATE TABLE knowledge_documents (
  tenant_id         text NOT NULL REFERENCES tenants,
  id                text NOT NULL,
  assistant_id      text NOT NULL,
  name              text NOT NULL,
  -- A question may be limited to documents by label and by the days on which they are valid.
  labels            text[] NOT NULL DEFAULT '{}',
  starts_on         date,
  ends_on           date,
  format            text NOT NULL CHECK (format IN ('PDF', 'DOCX', 'HTML', 'MARKDOWN', 'TEXT')),
  size_bytes        integer NOT NULL,
  sha256            text NOT NULL,
  storage_key       text,
  -- Counts documents that replaced each other.
  edition           integer NOT NULL CHECK (edition > 0),
  -- The document that this one replaces once it is indexed.
  replaces_id       text,
  status            text NOT NULL CHECK (status IN ('RECEIVED', 'READING', 'INDEXING', 'READY', 'FAILED', 'REMOVED')),
  reads             integer NOT NULL DEFAULT 0,
  page_count        integer,
  language          text,
  warnings          jsonb NOT NULL DEFAULT '[]',
  failure_code      text,
  failure_detail    text,
  -- Passages that were read, of which `passages` can be found so far.
  passages_read     integer NOT NULL DEFAULT 0,
  passages          integer NOT NULL DEFAULT 0,
  -- Passages that have a vector so far, and the model; null: none was configured.
  passages_embedded integer NOT NULL DEFAULT 0,
  embedding_model   text,
  -- Words of all indexed passages.
  words             integer NOT NULL DEFAULT 0,
  ready_at          timestamptz(3),
  removed_at        timestamptz(3),
  created_by        text NOT NULL,
  created_at        timestamptz(3) NOT NULL,
  updated_at        timestamptz(3) NOT NULL,
  version           integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, assistant_id) REFERENCES assistants,
  FOREIGN KEY (tenant_id, replaces_id) REFERENCES knowledge_documents,
  CHECK (status NOT IN ('INDEXING', 'READY') OR language IS NOT NULL),
  CHECK ((status = 'REMOVED') = (removed_at IS NOT NULL)),
  CHECK ((status = 'REMOVED') = (storage_key IS NULL)),
  CHECK ((status = 'FAILED') = (failure_code IS NOT NULL) OR status = 'REMOVED'),
  CONSTRAINT knowledge_documents_valid CHECK (starts_on <= ends_on)
);
-- An assistant has a file once.
CREATE UNIQUE INDEX knowledge_documents_once ON knowledge_documents (tenant_id, assistant_id, sha256)
  WHERE status NOT IN ('FAILED', 'REMOVED');
CREATE INDEX knowledge_documents_replaces ON knowledge_documents (tenant_id, replaces_id) WHERE replaces_id IS NOT NULL;
CREATE INDEX knowledge_documents_updated ON knowledge_documents (tenant_id, updated_at, id);

CREATE TABLE knowledge_passages (
  tenant_id   text NOT NULL,
  document_id text NOT NULL,
  number      integer NOT NULL CHECK (number > 0),
  page        integer,
  headings    text[] NOT NULL,
  -- Position of the passage in the document's text.
  starts_with integer NOT NULL CHECK (starts_with >= 0),
  text        text NOT NULL,
  PRIMARY KEY (tenant_id, document_id, number),
  FOREIGN KEY (tenant_id, document_id) REFERENCES knowledge_documents
);

-- Words of passages in their dictionary form, by assistant, so that a question cannot reach another assistant's
-- passages. Ranking reads the primary key alone.
CREATE TABLE knowledge_terms (
  tenant_id    text NOT NULL,
  assistant_id text NOT NULL,
  term         text NOT NULL,
  document_id  text NOT NULL,
  number       integer NOT NULL,
  occurrences  smallint NOT NULL,
  -- Words of the passage.
  length       integer NOT NULL,
  PRIMARY KEY (tenant_id, assistant_id, term, document_id, number) INCLUDE (occurrences, length),
  FOREIGN KEY (tenant_id, assistant_id) REFERENCES assistants,
  FOREIGN KEY (tenant_id, document_id, number) REFERENCES knowledge_passages ON DELETE CASCADE
);
CREATE INDEX knowledge_terms_passage ON knowledge_terms (tenant_id, document_id, number);

-- In how many passages of an assistant a word occurs. Triggers of knowledge_terms keep it.
CREATE TABLE knowledge_words (
  tenant_id    text NOT NULL,
  assistant_id text NOT NULL,
  term         text NOT NULL,
  passages     integer NOT NULL,
  PRIMARY KEY (tenant_id, assistant_id, term) INCLUDE (passages),
  FOREIGN KEY (tenant_id, assistant_id) REFERENCES assistants
);

-- Vectors of passages, by an embedding model.
CREATE TABLE knowledge_vectors (
  tenant_id    text NOT NULL,
  assistant_id text NOT NULL,
  -- Vectors of different models cannot be compared.
  model        text NOT NULL,
  document_id  text NOT NULL,
  number       integer NOT NULL,
  -- The sign of each component: passages are found by the number of differing bits.
  signature    bit varying NOT NULL,
  -- Each component as a signed byte: the passages found are ranked by it.
  vector       bytea NOT NULL,
  PRIMARY KEY (tenant_id, assistant_id, model, document_id, number) INCLUDE (signature),
  FOREIGN KEY (tenant_id, assistant_id) REFERENCES assistants,
  FOREIGN KEY (tenant_id, document_id, number) REFERENCES knowledge_passages ON DELETE CASCADE,
  CHECK (bit_length(signature) = octet_length(vector))
);
CREATE INDEX knowledge_vectors_passage ON knowledge_vectors (tenant_id, document_id, number);

-- Language models of a centre.
CREATE TABLE ai_models (
  tenant_id         text NOT NULL REFERENCES tenants,
  id                text NOT NULL,
  name              text NOT NULL,
  provider          text NOT NULL CHECK (provider IN ('OPENAI_COMPATIBLE', 'ANTHROPIC')),
  base_url          text NOT NULL,
  model             text NOT NULL,
  sealed_key        text,
  key_hint          text,
  enabled           boolean NOT NULL,
  -- The model with the lowest position is asked first; the next one if it fails.
  position          integer NOT NULL CHECK (position BETWEEN 1 AND 100),
  timeout_seconds   integer NOT NULL CHECK (timeout_seconds BETWEEN 1 AND 120),
  max_output_tokens integer NOT NULL CHECK (max_output_tokens BETWEEN 1 AND 32000),
  data_policy       text NOT NULL CHECK (data_policy IN ('NONE', 'REDACTED', 'FULL')),
  -- Of a million tokens, in minor units of the currency.
  input_price       integer NOT NULL CHECK (input_price >= 0),
  output_price      integer NOT NULL CHECK (output_price >= 0),
  currency          char(3) NOT NULL,
  tokens_per_day    integer NOT NULL CHECK (tokens_per_day > 0),
  cost_per_day      integer CHECK (cost_per_day > 0),
  calls_per_minute  integer NOT NULL CHECK (calls_per_minute > 0),
  -- Days that the texts of calls are kept; 0: they are not kept.
  keep_texts_days   integer NOT NULL CHECK (keep_texts_days BETWEEN 0 AND 365),
  archived_at       timestamptz(3),
  created_at        timestamptz(3) NOT NULL,
  updated_at        timestamptz(3) NOT NULL,
  version           integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  CHECK ((sealed_key IS NULL) = (key_hint IS NULL))
);
CREATE INDEX ai_models_updated ON ai_models (tenant_id, updated_at, id);

-- Each call of a model.
CREATE TABLE ai_model_calls (
  tenant_id     text NOT NULL REFERENCES tenants,
  id            text NOT NULL,
  model_id      text NOT NULL,
  purpose       text NOT NULL CHECK (purpose IN ('ANSWER', 'AGENT', 'TEST')),
  assistant_id  text,
  child_id      text,
  -- The step of an agent's run that called the model.
  run_id        text,
  run_node      text,
  run_item      integer,
  -- STARTED: the tokens are the most that the call may use.
  status        text NOT NULL CHECK (status IN ('STARTED', 'SUCCEEDED', 'FAILED')),
  failure       text,
  http_status   integer,
  data_policy   text NOT NULL,
  input_tokens  integer NOT NULL,
  output_tokens integer NOT NULL,
  -- In minor units of the currency, with fractions.
  cost          double precision NOT NULL,
  currency      char(3) NOT NULL,
  latency_ms    integer,
  prompt_sha256 text NOT NULL,
  -- The documents in the prompt.
  sent_ids      text[] NOT NULL,
  prompt        text,
  answer        text,
  -- Permissions that reading the texts takes, because of what they were made from.
  reading_needs text[] NOT NULL DEFAULT '{}',
  texts_until   timestamptz(3),
  requested_by  text NOT NULL,
  created_at    timestamptz(3) NOT NULL,
  updated_at    timestamptz(3) NOT NULL,
  version       integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, model_id) REFERENCES ai_models,
  FOREIGN KEY (tenant_id, assistant_id) REFERENCES assistants,
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  CHECK ((status = 'FAILED') = (failure IS NOT NULL)),
  CHECK ((status = 'STARTED') = (latency_ms IS NULL)),
  CHECK (texts_until IS NOT NULL OR prompt IS NULL AND answer IS NULL),
  CHECK (num_nulls(run_id, run_node, run_item) IN (0, 3))
);
CREATE INDEX ai_model_calls_of ON ai_model_calls (tenant_id, model_id, created_at);
CREATE INDEX ai_model_calls_child ON ai_model_calls (tenant_id, child_id, id) WHERE child_id IS NOT NULL;
CREATE INDEX ai_model_calls_age ON ai_model_calls (created_at) WHERE child_id IS NULL;
CREATE INDEX ai_model_calls_texts ON ai_model_calls (texts_until) WHERE texts_until IS NOT NULL;
CREATE INDEX ai_model_calls_run ON ai_model_calls (tenant_id, run_id) WHERE run_id IS NOT NULL;
CREATE INDEX ai_model_calls_of_agents ON ai_model_calls (tenant_id, created_at) WHERE run_id IS NOT NULL;
CREATE INDEX ai_model_calls_updated ON ai_model_calls (tenant_id, updated_at, id);

-- Answers that people wrote.
CREATE TABLE curated_answers (
  tenant_id       text NOT NULL REFERENCES tenants,
  id              text NOT NULL,
  assistant_id    text NOT NULL,
  question        text NOT NULL,
  answer          text NOT NULL,
  citations       jsonb NOT NULL,
  -- The language of the question, and its words in dictionary form.
  language        text NOT NULL,
  words           text[] NOT NULL CHECK (cardinality(words) > 0),
  -- The question's vector; null: no embedding model was configured.
  embedding_model text,
  vector          bytea,
  published_by    text NOT NULL,
  published_at    timestamptz(3) NOT NULL,
  archived_at     timestamptz(3),
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  version         integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, assistant_id) REFERENCES assistants,
  CHECK ((embedding_model IS NULL) = (vector IS NULL))
);
CREATE INDEX curated_answers_of ON curated_answers (tenant_id, assistant_id, language) WHERE archived_at IS NULL;
CREATE INDEX curated_answers_updated ON curated_answers (tenant_id, updated_at, id);

-- Answers that assistants gave.
CREATE TABLE kept_answers (
  tenant_id         text NOT NULL REFERENCES tenants,
  id                text NOT NULL,
  assistant_id      text NOT NULL,
  assistant_version integer NOT NULL,
  child_id          text,
  question          text NOT NULL,
  answer            text,
  citations         jsonb NOT NULL,
  not_found         boolean NOT NULL,
  confidence        double precision NOT NULL,
  generated         boolean NOT NULL,
  curated_answer_id text,
  asked_by          text NOT NULL,
  expires_at        timestamptz(3) NOT NULL,
  helpful           boolean,
  rating_reason     text,
  rated_by          text,
  rated_at          timestamptz(3),
  correction        text,
  corrected_by      text,
  corrected_at      timestamptz(3),
  created_at        timestamptz(3) NOT NULL,
  updated_at        timestamptz(3) NOT NULL,
  version           integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, assistant_id, assistant_version) REFERENCES assistant_versions,
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  FOREIGN KEY (tenant_id, curated_answer_id) REFERENCES curated_answers,
  CHECK (not_found = (answer IS NULL)),
  CHECK (num_nonnulls(helpful, rated_by, rated_at) IN (0, 3)),
  CHECK (num_nonnulls(correction, corrected_by, corrected_at) IN (0, 3))
);
CREATE INDEX kept_answers_of ON kept_answers (tenant_id, assistant_id, id);
CREATE INDEX kept_answers_asked ON kept_answers (tenant_id, asked_by, id);
CREATE INDEX kept_answers_child ON kept_answers (tenant_id, child_id, id) WHERE child_id IS NOT NULL;
CREATE INDEX kept_answers_expires ON kept_answers (expires_at);
CREATE INDEX kept_answers_updated ON kept_answers (tenant_id, updated_at, id);

-- Questions with the documents that answer them, to measure how often an assistant finds these.
CREATE TABLE evaluations (
  tenant_id         text NOT NULL REFERENCES tenants,
  id                text NOT NULL,
  assistant_id      text NOT NULL,
  name              text NOT NULL,
  -- [{question, documentIds}]
  questions         jsonb NOT NULL,
  -- Grows with each change of the questions. Runs of the same version can be compared.
  questions_version integer NOT NULL DEFAULT 1,
  archived_at       timestamptz(3),
  created_at        timestamptz(3) NOT NULL,
  updated_at        timestamptz(3) NOT NULL,
  version           integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, assistant_id) REFERENCES assistants
);
CREATE INDEX evaluations_updated ON evaluations (tenant_id, updated_at, id);

CREATE TABLE evaluation_runs (
  tenant_id         text NOT NULL REFERENCES tenants,
  id                text NOT NULL,
  evaluation_id     text NOT NULL,
  assistant_id      text NOT NULL,
  assistant_version integer NOT NULL,
  questions_version integer NOT NULL,
  status            text NOT NULL CHECK (status IN ('RUNNING', 'DONE')),
  questions         integer NOT NULL CHECK (questions > 0),
  settled           integer NOT NULL DEFAULT 0 CHECK (settled <= questions),
  -- The model that compared meanings; null: only words were compared.
  embedding_model   text,
  totals            jsonb,
  requested_by      text NOT NULL,
  finished_at       timestamptz(3),
  created_at        timestamptz(3) NOT NULL,
  updated_at        timestamptz(3) NOT NULL,
  version           integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, evaluation_id) REFERENCES evaluations,
  FOREIGN KEY (tenant_id, assistant_id, assistant_version) REFERENCES assistant_versions,
  CHECK ((status = 'DONE') = (finished_at IS NOT NULL)),
  CHECK ((status = 'DONE') = (totals IS NOT NULL))
);
CREATE INDEX evaluation_runs_of ON evaluation_runs (tenant_id, assistant_id, id);
CREATE UNIQUE INDEX evaluation_runs_one ON evaluation_runs (tenant_id, evaluation_id) WHERE status = 'RUNNING';
CREATE INDEX evaluation_runs_updated ON evaluation_runs (tenant_id, updated_at, id);

-- The questions of a run, as they were when it began. Each is settled once.
CREATE TABLE evaluation_results (
  tenant_id  text NOT NULL,
  run_id     text NOT NULL,
  number     integer NOT NULL CHECK (number > 0),
  question   text NOT NULL,
  -- Includes editions that had replaced the documents by then; empty: no document answers.
  expected   text[] NOT NULL,
  found      text[] NOT NULL DEFAULT '{}',
  rank       integer CHECK (rank > 0),
  not_found  boolean,
  settled_at timestamptz(3),
  PRIMARY KEY (tenant_id, run_id, number),
  FOREIGN KEY (tenant_id, run_id) REFERENCES evaluation_runs,
  CHECK ((not_found IS NULL) = (settled_at IS NULL)),
  CHECK (rank IS NULL OR settled_at IS NOT NULL)
);
CREATE INDEX evaluation_results_open ON evaluation_results (tenant_id, run_id, number) WHERE settled_at IS NULL;

-- Analytics ---------------------------------------------------------------------------------------

-- Changes that are not counted yet. Rows are only added and taken: an INSERT waits for nobody, and no foreign key locks
-- the row of the centre.
CREATE TABLE analytics_changes (
  tenant_id   text NOT NULL,
  id          bigint GENERATED BY DEFAULT AS IDENTITY,
  source      text NOT NULL,
  record_id   text NOT NULL,
  -- Other days of the same child are counted again too.
  child_id    text,
  -- Where and when the record was counted, or will be.
  location_id text,
  counted_at  timestamptz(3),
  changed_at  timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- Sums of a day at a location. `grain` says which of the five columns a row is grouped by, as GROUPING() does: a bit is
-- set for each column that is not. `number` numbers the rows of a day, location and grain.
CREATE TABLE analytics_days (
  tenant_id       text NOT NULL,
  family          text NOT NULL,
  grain           smallint NOT NULL CHECK (grain BETWEEN 0 AND 31),
  counted_on      date NOT NULL,
  location_id     text NOT NULL,
  number          integer NOT NULL,
  provider_id     text NOT NULL,
  service_id      text NOT NULL,
  type            text NOT NULL,
  payer           text NOT NULL,
  funding_program text NOT NULL,
  currency        text NOT NULL,
  -- In the order of the family's measures (domain/analytics/families).
  measures        bigint[] NOT NULL,
  PRIMARY KEY (tenant_id, family, grain, location_id, counted_on, number)
);

-- Sums of whole months, by at most one column; `counted_on` is the first of the month. Long periods are read from here.
CREATE TABLE analytics_months (LIKE analytics_days INCLUDING ALL);

-- Progress of counting everything from the beginning: one family after the other, a month at a time.
CREATE TABLE analytics_rebuilds (
  tenant_id  text PRIMARY KEY,
  family     text NOT NULL,
  -- The next month; null: the month of the family's oldest record.
  month      date CHECK (month = date_trunc('month', month)),
  started_at timestamptz(3) NOT NULL
);

-- Privacy -----------------------------------------------------------------------------------------

-- Breaking the glass: access of a provider to a child outside the caseload, with a reason and for hours.
CREATE TABLE break_glass_grants (
  tenant_id    text NOT NULL REFERENCES tenants,
  id           text NOT NULL,
  child_id     text NOT NULL,
  provider_id  text NOT NULL,
  reason       text NOT NULL,
  requested_by text NOT NULL,
  expires_at   timestamptz(3) NOT NULL,
  ended_at     timestamptz(3),
  reviewed_at  timestamptz(3),
  reviewed_by  text,
  justified    boolean,
  review_note  text,
  created_at   timestamptz(3) NOT NULL,
  updated_at   timestamptz(3) NOT NULL,
  version      integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT break_glass_grants_child FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  CHECK ((reviewed_at IS NULL) = (reviewed_by IS NULL) AND (reviewed_at IS NULL) = (justified IS NULL))
);
CREATE INDEX break_glass_grants_child ON break_glass_grants (tenant_id, child_id);
CREATE INDEX break_glass_grants_provider ON break_glass_grants (tenant_id, provider_id, expires_at);
CREATE INDEX break_glass_grants_unreviewed ON break_glass_grants (tenant_id, id) WHERE reviewed_at IS NULL;
CREATE INDEX break_glass_grants_updated ON break_glass_grants (tenant_id, updated_at, id);

-- Archives of all data about a person. The bytes are in the file store until they expire.
CREATE TYPE person_export_status AS ENUM ('RUNNING', 'READY', 'EXPIRED');
CREATE TABLE person_exports (
  tenant_id      text NOT NULL REFERENCES tenants,
  id             text NOT NULL,
  child_id       text,
  client_id      text,
  status         person_export_status NOT NULL,
  requested_by   text NOT NULL,
  sections_done  integer NOT NULL DEFAULT 0,
  sections_total integer NOT NULL,
  size_bytes     bigint,
  sha256         text,
  storage_key    text,
  ready_at       timestamptz(3),
  expires_at     timestamptz(3),
  created_at     timestamptz(3) NOT NULL,
  updated_at     timestamptz(3) NOT NULL,
  version        integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, storage_key),
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  FOREIGN KEY (tenant_id, client_id) REFERENCES clients,
  CHECK (num_nonnulls(child_id, client_id) = 1),
  CHECK ((status = 'RUNNING') = (ready_at IS NULL)),
  CHECK ((ready_at IS NULL) = (expires_at IS NULL)),
  CONSTRAINT person_exports_stored CHECK ((status = 'READY') = (storage_key IS NOT NULL)),
  CONSTRAINT person_exports_own_file CHECK (starts_with(storage_key, tenant_id || '/' || id))
);
CREATE INDEX person_exports_child ON person_exports (tenant_id, child_id);
CREATE INDEX person_exports_client ON person_exports (tenant_id, client_id);
CREATE INDEX person_exports_updated ON person_exports (tenant_id, updated_at, id);

-- The erasure of a person. Another person approves it before it begins.
CREATE TYPE erasure_status AS ENUM ('AWAITING_APPROVAL', 'SCHEDULED', 'RUNNING', 'RETAINING', 'COMPLETED', 'CANCELLED');
CREATE TABLE erasures (
  tenant_id         text NOT NULL REFERENCES tenants,
  id                text NOT NULL,
  child_id          text,
  client_id         text,
  status            erasure_status NOT NULL,
  -- Why, and who asked for it. Both are removed with the person.
  reason            text,
  requester         text,
  created_by        text NOT NULL,
  grace_days        integer NOT NULL DEFAULT 7 CHECK (grace_days >= 0),
  -- A user or an API key.
  approved_by       text,
  approved_at       timestamptz(3),
  -- Set by the approval.
  starts_at         timestamptz(3),
  started_at        timestamptz(3),
  retention_ends_at timestamptz(3),
  completed_at      timestamptz(3),
  cancelled_at      timestamptz(3),
  -- Progress of the pass over the tables; a run that takes over continues here.
  steps_done        integer NOT NULL DEFAULT 0,
  steps_total       integer NOT NULL,
  -- Rows erased, by table; what is kept, by which rule and until when; what has to end first.
  erased            jsonb NOT NULL DEFAULT '{}',
  retained          jsonb NOT NULL DEFAULT '[]',
  blockers          jsonb NOT NULL DEFAULT '[]',
  -- Ids of all records of the person at the start: records that name one only by its id are found by them.
  record_ids        text[] NOT NULL DEFAULT '{}',
  created_at        timestamptz(3) NOT NULL,
  updated_at        timestamptz(3) NOT NULL,
  version           integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  FOREIGN KEY (tenant_id, client_id) REFERENCES clients,
  CHECK (num_nonnulls(child_id, client_id) = 1),
  CHECK ((status IN ('RUNNING', 'RETAINING', 'COMPLETED')) = (started_at IS NOT NULL)),
  CHECK ((status = 'RETAINING') = (retention_ends_at IS NOT NULL)),
  CHECK ((status = 'COMPLETED') = (completed_at IS NOT NULL)),
  CHECK ((status = 'CANCELLED') = (cancelled_at IS NOT NULL)),
  CONSTRAINT erasures_approved CHECK (
    (approved_at IS NULL) = (approved_by IS NULL) AND (approved_at IS NULL) = (starts_at IS NULL)
    AND CASE status WHEN 'AWAITING_APPROVAL' THEN approved_at IS NULL WHEN 'CANCELLED' THEN true
        ELSE approved_at IS NOT NULL END),
  CONSTRAINT erasures_by_two CHECK (approved_by <> created_by)
);
CREATE INDEX erasures_child ON erasures (tenant_id, child_id, id);
CREATE INDEX erasures_client ON erasures (tenant_id, client_id, id);
CREATE INDEX erasures_status ON erasures (tenant_id, status, id);
CREATE UNIQUE INDEX erasures_open_child ON erasures (tenant_id, child_id)
  WHERE status IN ('AWAITING_APPROVAL', 'SCHEDULED', 'RUNNING', 'RETAINING');
CREATE UNIQUE INDEX erasures_open_client ON erasures (tenant_id, client_id)
  WHERE status IN ('AWAITING_APPROVAL', 'SCHEDULED', 'RUNNING', 'RETAINING');
CREATE INDEX erasures_updated ON erasures (tenant_id, updated_at, id);

-- Restriction of processing (GDPR Art. 18): data about a person stays unchanged and is not used.
CREATE TYPE restriction_ground AS ENUM ('ACCURACY_CONTESTED', 'UNLAWFUL', 'LEGAL_CLAIM', 'OBJECTION', 'RETENTION');
CREATE TABLE processing_restrictions (
  tenant_id    text NOT NULL REFERENCES tenants,
  id           text NOT NULL,
  child_id     text,
  client_id    text,
  -- Ids of children and clients differ, so that one column and one index serve both.
  person_id    text NOT NULL GENERATED ALWAYS AS (COALESCE(child_id, client_id)) STORED,
  ground       restriction_ground NOT NULL,
  reason       text NOT NULL,
  started_by   text NOT NULL,
  started_at   timestamptz(3) NOT NULL,
  -- The end of the restriction: first announced to the person, then done.
  announced_at timestamptz(3),
  lifts_at     timestamptz(3),
  lift_reason  text,
  notified_by  text,
  lifted_at    timestamptz(3),
  lifted_by    text,
  created_at   timestamptz(3) NOT NULL,
  updated_at   timestamptz(3) NOT NULL,
  version      integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  FOREIGN KEY (tenant_id, client_id) REFERENCES clients,
  CHECK (num_nonnulls(child_id, client_id) = 1),
  CHECK ((lifts_at IS NULL) = (announced_at IS NULL)),
  CHECK ((lifted_at IS NULL) = (lifted_by IS NULL)),
  -- Art. 18(3): a person who obtained the restriction is told before it ends. Nobody obtained what the law keeps after
  -- an erasure.
  CHECK (lifted_at IS NULL OR lifts_at IS NOT NULL OR notified_by IS NOT NULL OR ground = 'RETENTION'),
  CHECK (lifted_at IS NULL OR lift_reason IS NOT NULL)
);
CREATE UNIQUE INDEX processing_restrictions_open ON processing_restrictions (tenant_id, person_id)
  WHERE lifted_at IS NULL;
CREATE INDEX processing_restrictions_person ON processing_restrictions (tenant_id, person_id);
CREATE INDEX processing_restrictions_created ON processing_restrictions (tenant_id, created_at, id);
CREATE INDEX processing_restrictions_updated ON processing_restrictions (tenant_id, updated_at, id);

-- Messaging ---------------------------------------------------------------------------------------

-- Steps over time (reminders, escalations, expiries) about a record.
CREATE TABLE follow_ups (
  tenant_id    text NOT NULL,
  id           text NOT NULL,
  kind         text NOT NULL,
  subject_type text NOT NULL,
  subject_id   text NOT NULL,
  workflow_id  text NOT NULL,
  status       text NOT NULL CHECK (status IN ('ACTIVE', 'COMPLETED', 'CANCELLED')),
  waiting_on   text,
  next_step_at timestamptz(3),
  cancelled_at timestamptz(3),
  resumed_at   timestamptz(3),
  created_at   timestamptz(3) NOT NULL,
  updated_at   timestamptz(3) NOT NULL,
  version      integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, workflow_id)
);
CREATE INDEX follow_ups_subject ON follow_ups (tenant_id, subject_id);
CREATE INDEX follow_ups_updated ON follow_ups (tenant_id, updated_at, id);

CREATE TABLE follow_up_steps (
  tenant_id           text NOT NULL,
  follow_up_id        text NOT NULL,
  step                text NOT NULL,
  -- What the step will do, where that depends on the centre's settings.
  description         text,
  due_at              timestamptz(3) NOT NULL,
  -- Before quiet hours moved it.
  originally_due_at   timestamptz(3),
  run_now_at          timestamptz(3),
  status              text NOT NULL CHECK (status IN ('SCHEDULED', 'DONE', 'SKIPPED', 'CANCELLED')),
  happened_at         timestamptz(3),
  outcome             text,
  action_required     text,
  -- Who attends to what the step asks for.
  assignee_id         text,
  assigned_at         timestamptz(3),
  assigned_by         text,
  assignment_note     text,
  acknowledged_at     timestamptz(3),
  acknowledged_by     text,
  acknowledged_action text,
  acknowledgment_note text,
  PRIMARY KEY (tenant_id, follow_up_id, step),
  FOREIGN KEY (tenant_id, follow_up_id) REFERENCES follow_ups,
  CHECK ((status = 'SCHEDULED') = (happened_at IS NULL)),
  CONSTRAINT acknowledged_whole CHECK (num_nulls(acknowledged_at, acknowledged_by, acknowledged_action,
    acknowledgment_note) IN (0, 4)),
  CONSTRAINT acknowledged_settled CHECK (acknowledged_at IS NULL OR action_required IS NULL),
  CONSTRAINT assigned_whole CHECK (num_nulls(assignee_id, assigned_at, assigned_by, assignment_note) IN (0, 4))
);
CREATE INDEX follow_up_steps_action_required ON follow_up_steps (tenant_id, follow_up_id)
  WHERE action_required IS NOT NULL;
CREATE INDEX follow_up_steps_assignee ON follow_up_steps (tenant_id, assignee_id) WHERE assignee_id IS NOT NULL;

-- The delivery log. Address and variables are encrypted; the variables are removed once the message is sent.
CREATE TYPE message_status AS ENUM ('QUEUED', 'SENT', 'FAILED', 'SKIPPED', 'BOUNCED');
CREATE TABLE messages (
  tenant_id         text NOT NULL,
  id                text NOT NULL,
  template          text NOT NULL,
  language          text NOT NULL,
  channel           text NOT NULL CHECK (channel IN ('EMAIL')),
  recipient_type    text NOT NULL
    CHECK (recipient_type IN ('client', 'provider', 'webhookEndpoint', 'tenant', 'user', 'onboardingReference', 'lead',
      'leadIntake', 'payer')),
  recipient_id      text NOT NULL,
  subject_type      text NOT NULL,
  subject_id        text NOT NULL,
  follow_up_id      text,
  step              text,
  dedupe_key        text NOT NULL,
  status            message_status NOT NULL,
  reason            text,
  sealed_address    text,
  sealed_variables  text,
  originally_due_at timestamptz(3) NOT NULL,
  due_at            timestamptz(3) NOT NULL,
  not_after         timestamptz(3),
  sent_at           timestamptz(3),
  -- A message that reached nobody asks for attention until this is set; a later failure clears it.
  action_settled_at timestamptz(3),
  created_at        timestamptz(3) NOT NULL,
  updated_at        timestamptz(3) NOT NULL,
  version           integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  -- Queued twice, sent once.
  UNIQUE (tenant_id, dedupe_key),
  FOREIGN KEY (tenant_id, follow_up_id) REFERENCES follow_ups,
  CHECK ((follow_up_id IS NULL) = (step IS NULL)),
  CHECK (status <> 'SENT' OR (sent_at IS NOT NULL AND sealed_variables IS NULL)),
  CHECK (status <> 'QUEUED' OR (sealed_address IS NOT NULL AND sealed_variables IS NOT NULL)),
  CHECK ((status IN ('FAILED', 'SKIPPED', 'BOUNCED')) = (reason IS NOT NULL))
);
CREATE INDEX messages_follow_up ON messages (tenant_id, follow_up_id) WHERE follow_up_id IS NOT NULL;
CREATE INDEX messages_subject ON messages (tenant_id, subject_id);
CREATE INDEX messages_recipient ON messages (tenant_id, recipient_id);
CREATE INDEX messages_reason ON messages (tenant_id, follow_up_id) WHERE reason IS NOT NULL;
CREATE INDEX messages_sealed ON messages (created_at) WHERE sealed_address IS NOT NULL OR sealed_variables IS NOT NULL;
CREATE INDEX messages_created ON messages (tenant_id, created_at) INCLUDE (status);
CREATE INDEX messages_updated ON messages (tenant_id, updated_at, id);

-- Links that work once, without a login. Only the hash of the token is kept. A request names no tenant, so the platform
-- looks the link up.
CREATE TABLE one_time_links (
  tenant_id    text NOT NULL,
  id           text NOT NULL,
  purpose      text NOT NULL,
  subject_type text NOT NULL,
  subject_id   text NOT NULL,
  recipient_id text,
  language     text NOT NULL,
  token_hash   text NOT NULL UNIQUE,
  expires_at   timestamptz(3) NOT NULL,
  used_at      timestamptz(3),
  created_at   timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX one_time_links_subject ON one_time_links (tenant_id, subject_id);
CREATE INDEX one_time_links_expires_at ON one_time_links (expires_at);

-- What guardians said after an appointment.
CREATE TABLE feedback (
  tenant_id      text NOT NULL REFERENCES tenants,
  id             text NOT NULL,
  appointment_id text NOT NULL,
  client_id      text NOT NULL,
  rating         integer NOT NULL CHECK (rating BETWEEN 1 AND 5),
  comment        text,
  created_at     timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, appointment_id, client_id),
  FOREIGN KEY (tenant_id, appointment_id) REFERENCES appointments,
  FOREIGN KEY (tenant_id, client_id) REFERENCES clients
);
CREATE INDEX feedback_client ON feedback (tenant_id, client_id);

-- Tasks of the centre's users.
CREATE TABLE tasks (
  tenant_id     text NOT NULL REFERENCES tenants,
  id            text NOT NULL,
  title         text NOT NULL,
  notes         text,
  -- The record that the task is about, and the child it belongs to.
  subject_type  text,
  subject_id    text,
  child_id      text,
  -- A user, a provider or an API key; or everybody with a role: a built-in role's name, or the id of one of the
  -- centre's.
  assignee_id   text,
  role          text,
  due_at        timestamptz(3),
  source        text NOT NULL CHECK (source IN ('PERSON', 'AGENT_RUN')),
  run_id        text,
  status        text NOT NULL DEFAULT 'OPEN' CHECK (status IN ('OPEN', 'DONE', 'CANCELLED')),
  comments      jsonb NOT NULL DEFAULT '[]',
  -- Permissions that reading the texts takes, because of what they were made from.
  reading_needs text[] NOT NULL DEFAULT '{}',
  created_by    text NOT NULL,
  closed_at     timestamptz(3),
  closed_by     text,
  created_at    timestamptz(3) NOT NULL,
  updated_at    timestamptz(3) NOT NULL,
  version       integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  CHECK ((subject_type IS NULL) = (subject_id IS NULL)),
  CHECK (num_nonnulls(assignee_id, role) <= 1),
  CHECK ((status = 'OPEN') = (closed_at IS NULL)),
  CHECK ((closed_at IS NULL) = (closed_by IS NULL))
);
CREATE INDEX tasks_child ON tasks (tenant_id, child_id, id) WHERE child_id IS NOT NULL;
CREATE INDEX tasks_subject ON tasks (tenant_id, subject_id, id) WHERE subject_id IS NOT NULL;
CREATE INDEX tasks_assignee ON tasks (tenant_id, assignee_id, id) WHERE assignee_id IS NOT NULL;
CREATE INDEX tasks_run ON tasks (tenant_id, run_id) WHERE run_id IS NOT NULL;
CREATE INDEX tasks_open ON tasks (tenant_id, due_at, id) WHERE status = 'OPEN';
CREATE INDEX tasks_updated ON tasks (tenant_id, updated_at, id);

-- Agents ------------------------------------------------------------------------------------------

-- Agents that centres configure. A published version never changes.
CREATE TABLE agents (
  tenant_id          text NOT NULL REFERENCES tenants,
  id                 text NOT NULL,
  name               text NOT NULL,
  description        text,
  -- The draft of the next version.
  definition         jsonb NOT NULL,
  -- The version of new runs; null: none was published.
  published_version  integer,
  -- The number of the newest version.
  latest_version     integer NOT NULL DEFAULT 0 CHECK (latest_version >= 0),
  -- What starts runs of an active agent: an event, or a time.
  event_type         text,
  next_run_at        timestamptz(3),
  -- SHA-256 of the token in the webhook's address.
  webhook_token_hash text,
  -- Failed runs since the last success, or since the agent was resumed.
  failures_in_a_row  integer NOT NULL DEFAULT 0 CHECK (failures_in_a_row >= 0),
  paused_at          timestamptz(3),
  -- Paused on request, or after too many failures.
  pause_reason       text CHECK (pause_reason IN ('REQUESTED', 'FAILURES')),
  archived_at        timestamptz(3),
  created_at         timestamptz(3) NOT NULL,
  updated_at         timestamptz(3) NOT NULL,
  version            integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  CHECK (published_version <= latest_version),
  CHECK (event_type IS NULL OR (published_version IS NOT NULL AND paused_at IS NULL AND archived_at IS NULL)),
  CHECK (next_run_at IS NULL OR (published_version IS NOT NULL AND paused_at IS NULL AND archived_at IS NULL)),
  CHECK (pause_reason IS NULL OR paused_at IS NOT NULL)
);
CREATE INDEX agents_by_event ON agents (tenant_id, event_type) WHERE event_type IS NOT NULL;
CREATE INDEX agents_due ON agents (tenant_id, next_run_at) WHERE next_run_at IS NOT NULL;
CREATE INDEX agents_failing ON agents (tenant_id, failures_in_a_row) WHERE failures_in_a_row > 0;
CREATE UNIQUE INDEX agents_by_webhook ON agents (webhook_token_hash) WHERE webhook_token_hash IS NOT NULL;
CREATE INDEX agents_updated ON agents (tenant_id, updated_at, id);

CREATE TABLE agent_versions (
  tenant_id    text NOT NULL,
  agent_id     text NOT NULL,
  number       integer NOT NULL CHECK (number > 0),
  definition   jsonb NOT NULL,
  published_by text NOT NULL,
  published_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, agent_id, number),
  FOREIGN KEY (tenant_id, agent_id) REFERENCES agents
);
ALTER TABLE agents ADD FOREIGN KEY (tenant_id, id, published_version)
  REFERENCES agent_versions DEFERRABLE INITIALLY DEFERRED;

-- A run keeps the version it started with.
CREATE TYPE agent_run_status AS ENUM ('RUNNING', 'WAITING', 'SUCCEEDED', 'FAILED', 'CANCELLED', 'PAUSED');
CREATE TABLE agent_runs (
  tenant_id     text NOT NULL REFERENCES tenants,
  id            text NOT NULL,
  agent_id      text NOT NULL,
  agent_version integer NOT NULL,
  status        agent_run_status NOT NULL,
  -- Ids and numbers only.
  input         jsonb NOT NULL,
  -- The length of the chain of runs that caused each other.
  depth         integer NOT NULL DEFAULT 0 CHECK (depth BETWEEN 0 AND 3),
  -- The event or webhook message that started the run. Each starts one run.
  caused_by     text,
  -- The run that it continues.
  retry_of      text,
  started_by    text NOT NULL,
  -- Why it failed, and at which node.
  failure_code  text,
  failed_node   text,
  finished_at   timestamptz(3),
  created_at    timestamptz(3) NOT NULL,
  updated_at    timestamptz(3) NOT NULL,
  version       integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, agent_id, agent_version) REFERENCES agent_versions,
  FOREIGN KEY (tenant_id, retry_of) REFERENCES agent_runs,
  CHECK ((status IN ('SUCCEEDED', 'FAILED', 'CANCELLED')) = (finished_at IS NOT NULL)),
  CHECK ((agent_id IS NULL) = (agent_version IS NULL)),
  CHECK (failure_code IS NULL OR status::text = 'FAILED')
);
-- Metrics of workers count runs that are under way in all centres.
CREATE INDEX agent_runs_under_way ON agent_runs (tenant_id, agent_id) WHERE finished_at IS NULL;
CREATE UNIQUE INDEX agent_runs_caused_by ON agent_runs (tenant_id, agent_id, caused_by) WHERE caused_by IS NOT NULL;
CREATE INDEX agent_runs_of ON agent_runs (tenant_id, agent_id, created_at);
-- A retry looks for other retries of the same run.
CREATE INDEX agent_runs_retries ON agent_runs (tenant_id, retry_of) WHERE retry_of IS NOT NULL;
CREATE INDEX agent_runs_updated ON agent_runs (tenant_id, updated_at, id);
ALTER TABLE ai_model_calls ADD FOREIGN KEY (tenant_id, run_id) REFERENCES agent_runs;

-- What a run did at a node: once outside a loop (item 0), or once for each item.
CREATE TYPE agent_decision AS ENUM ('APPROVED', 'REJECTED');
CREATE TABLE agent_run_steps (
  tenant_id       text NOT NULL,
  id              text NOT NULL,
  run_id          text NOT NULL,
  node            text NOT NULL,
  item            integer NOT NULL CHECK (item >= 0),
  type            text NOT NULL,
  status          text NOT NULL CHECK (status IN ('WAITING', 'RUNNING', 'SUCCEEDED', 'FAILED')),
  -- The result that later nodes see; of an approval, what the approver sees.
  output          jsonb NOT NULL,
  failure_code    text,
  failure_message text,
  waits_until     timestamptz(3),
  -- The type of event that a waiting step needs.
  awaited_event   text,
  decision        agent_decision,
  decided_by      text,
  decided_at      timestamptz(3),
  decision_reason text,
  -- Children and clients whose ids are in `output`.
  person_ids      text[] NOT NULL,
  -- The row is written when the step ends or begins to wait.
  started_at      timestamptz(3) NOT NULL DEFAULT now(),
  finished_at     timestamptz(3),
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  version         integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, run_id, node, item),
  FOREIGN KEY (tenant_id, run_id) REFERENCES agent_runs,
  CHECK ((status IN ('WAITING', 'RUNNING')) = (finished_at IS NULL)),
  CHECK ((status = 'FAILED') = (failure_code IS NOT NULL)),
  CHECK (status <> 'WAITING' OR waits_until IS NOT NULL),
  CHECK ((decision IS NULL) = (decided_at IS NULL) AND (decision IS NULL) = (decided_by IS NULL)),
  CHECK (awaited_event IS NULL OR type = 'WAIT')
);
CREATE INDEX agent_run_steps_waiting ON agent_run_steps (tenant_id, type, id) WHERE status = 'WAITING';
CREATE INDEX agent_run_steps_persons ON agent_run_steps USING gin (person_ids);
CREATE INDEX agent_run_steps_updated ON agent_run_steps (tenant_id, updated_at, id);

-- Steps that wait for an event. A trigger of agent_run_steps keeps the rows: callers who are bound to a caseload do not
-- see steps, but their events must find them.
CREATE TABLE agent_awaited_events (
  tenant_id  text NOT NULL,
  step_id    text NOT NULL,
  agent_id   text NOT NULL,
  event_type text NOT NULL,
  PRIMARY KEY (tenant_id, step_id),
  FOREIGN KEY (tenant_id, step_id) REFERENCES agent_run_steps ON DELETE CASCADE
);
CREATE INDEX agent_awaited_events_of ON agent_awaited_events (tenant_id, event_type);

-- Events that agents have yet to process. Rows are only added and taken: an INSERT waits for nobody.
CREATE TABLE agent_triggers (
  tenant_id text NOT NULL,
  id        bigint GENERATED BY DEFAULT AS IDENTITY,
  agent_id  text NOT NULL,
  event_id  text NOT NULL,
  -- The step that waits for the event; null: the event starts a run.
  step_id   text,
  -- The input from a webhook; null: the event is in the outbox.
  input     jsonb,
  caught_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE NULLS NOT DISTINCT (tenant_id, agent_id, event_id, step_id),
  CHECK (step_id IS NULL OR input IS NULL)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- Actions of agents and tools, so that none is done twice.
CREATE TABLE performed_actions (
  tenant_id       text NOT NULL REFERENCES tenants,
  idempotency_key text NOT NULL CHECK (length(idempotency_key) BETWEEN 1 AND 255),
  action          text NOT NULL,
  status          text NOT NULL CHECK (status IN ('DONE', 'SKIPPED')),
  outcome         text NOT NULL,
  subject_type    text,
  subject_id      text,
  run_id          text,
  performed_by    text NOT NULL,
  performed_at    timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, idempotency_key),
  CHECK ((subject_type IS NULL) = (subject_id IS NULL))
);
CREATE INDEX performed_actions_subject ON performed_actions (tenant_id, subject_id) WHERE subject_id IS NOT NULL;

-- Dismissed recommendations: at most one for each, for what was known then.
CREATE TABLE recommendation_dismissals (
  tenant_id      text NOT NULL REFERENCES tenants,
  id             text NOT NULL,
  rule           text NOT NULL,
  -- The record that the recommendation is about, and the child it belongs to.
  subject_type   text NOT NULL,
  subject_id     text NOT NULL,
  child_id       text,
  reason         text NOT NULL,
  -- What the recommendation was based on: days and codes of the record.
  evidence       jsonb NOT NULL,
  snooze_ends_at timestamptz(3),
  dismissed_by   text NOT NULL,
  dismissed_at   timestamptz(3) NOT NULL,
  undone_by      text,
  undone_at      timestamptz(3),
  created_at     timestamptz(3) NOT NULL,
  updated_at     timestamptz(3) NOT NULL,
  version        integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, rule, subject_id),
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  CHECK ((undone_at IS NULL) = (undone_by IS NULL)),
  CHECK (snooze_ends_at > dismissed_at)
);
CREATE INDEX recommendation_dismissals_child ON recommendation_dismissals (tenant_id, child_id, id)
  WHERE child_id IS NOT NULL;
CREATE INDEX recommendation_dismissals_subject ON recommendation_dismissals (tenant_id, subject_id);
CREATE INDEX recommendation_dismissals_updated ON recommendation_dismissals (tenant_id, updated_at, id);

-- Webhooks ----------------------------------------------------------------------------------------

CREATE TABLE webhook_endpoints (
  tenant_id             text NOT NULL REFERENCES tenants,
  id                    text NOT NULL,
  url                   text NOT NULL,
  event_types           text[] NOT NULL CHECK (cardinality(event_types) > 0),
  filter                jsonb NOT NULL DEFAULT '{}',
  max_events_per_second integer CHECK (max_events_per_second BETWEEN 1 AND 1000),
  signature_schemes     text[] NOT NULL
    CHECK (signature_schemes <@ ARRAY['v1', 'v2'] AND cardinality(signature_schemes) > 0),
  description           text,
  contact_email         text,
  headers               jsonb NOT NULL DEFAULT '[]',
  status                text NOT NULL CHECK (status IN ('ACTIVE', 'PAUSED', 'DISABLED')),
  status_reason         text,
  status_changed_at     timestamptz(3) NOT NULL DEFAULT now(),
  secrets               jsonb NOT NULL,
  courier               text NOT NULL DEFAULT 'ASLEEP' CHECK (courier IN ('ASLEEP', 'AWAKE')),
  failing_started_at    timestamptz(3),
  -- The circuit breaker: an endpoint that keeps failing gets no deliveries until then, and then one as a trial.
  -- `breaker_openings` counts failed trials in a row; 0: closed.
  breaker_until         timestamptz(3),
  breaker_openings      integer NOT NULL DEFAULT 0,
  archived_at           timestamptz(3),
  created_at            timestamptz(3) NOT NULL,
  updated_at            timestamptz(3) NOT NULL,
  version               integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX webhook_endpoints_updated ON webhook_endpoints (tenant_id, updated_at, id);

-- Sends a range of events to an endpoint again, in batches.
CREATE TYPE webhook_recovery_status AS ENUM ('RUNNING', 'DONE', 'CANCELLED', 'FAILED');
CREATE TABLE webhook_recoveries (
  tenant_id     text NOT NULL,
  id            text NOT NULL,
  endpoint_id   text NOT NULL,
  starts_at     timestamptz(3) NOT NULL,
  ends_at       timestamptz(3) NOT NULL,
  status        webhook_recovery_status NOT NULL,
  status_reason text,
  -- The last event that was sent again.
  cursor_at     timestamptz(3) NOT NULL,
  cursor_id     text NOT NULL DEFAULT '',
  events        integer NOT NULL DEFAULT 0,
  deliveries    integer NOT NULL DEFAULT 0,
  finished_at   timestamptz(3),
  created_at    timestamptz(3) NOT NULL,
  updated_at    timestamptz(3) NOT NULL,
  version       integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, endpoint_id) REFERENCES webhook_endpoints,
  CHECK (starts_at < ends_at),
  CHECK ((status = 'RUNNING') = (finished_at IS NULL))
);
CREATE INDEX webhook_recoveries_endpoint ON webhook_recoveries (tenant_id, endpoint_id, id);
CREATE INDEX webhook_recoveries_updated ON webhook_recoveries (tenant_id, updated_at, id);

CREATE TABLE webhook_deliveries (
  tenant_id        text NOT NULL,
  id               text NOT NULL,
  endpoint_id      text NOT NULL,
  event_id         text NOT NULL,
  event_type       text NOT NULL,
  status           text NOT NULL CHECK (status IN ('PENDING', 'SUCCEEDED', 'FAILED')),
  attempt_count    integer NOT NULL DEFAULT 0,
  event_created_at timestamptz(3) NOT NULL,
  next_attempt_at  timestamptz(3),
  -- The receiver's last answer, beside the reason of the last failure.
  last_status_code integer,
  last_reason      text,
  redelivery_of    text,
  recovery_id      text,
  finished_at      timestamptz(3),
  created_at       timestamptz(3) NOT NULL,
  updated_at       timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, endpoint_id) REFERENCES webhook_endpoints,
  FOREIGN KEY (tenant_id, event_id) REFERENCES outbox,
  FOREIGN KEY (tenant_id, recovery_id) REFERENCES webhook_recoveries,
  CHECK ((status = 'PENDING') = (finished_at IS NULL)),
  CHECK ((status = 'PENDING') = (next_attempt_at IS NOT NULL))
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (tenant_id, endpoint_id, next_attempt_at)
  WHERE status = 'PENDING';
-- One index serves the foreign key and keeps fan-out from making a delivery twice: a delivery is written three times,
-- and each index costs each time. There may be many redeliveries.
CREATE UNIQUE INDEX webhook_deliveries_of_event ON webhook_deliveries (tenant_id, event_id, endpoint_id,
  (CASE WHEN redelivery_of IS NULL THEN '' ELSE id END));
CREATE INDEX webhook_deliveries_recovery ON webhook_deliveries (tenant_id, recovery_id, id)
  WHERE recovery_id IS NOT NULL;
-- Failures are few among millions of deliveries.
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (tenant_id, endpoint_id, id) WHERE status = 'FAILED';
CREATE INDEX webhook_deliveries_finished ON webhook_deliveries (tenant_id, finished_at) INCLUDE (status)
  WHERE finished_at IS NOT NULL;
CREATE INDEX webhook_deliveries_updated ON webhook_deliveries (tenant_id, updated_at, id);

CREATE TABLE webhook_attempts (
  tenant_id     text NOT NULL,
  id            text NOT NULL,
  delivery_id   text NOT NULL,
  endpoint_id   text NOT NULL,
  number        integer NOT NULL,
  started_at    timestamptz(3) NOT NULL,
  duration_ms   integer NOT NULL,
  outcome       text NOT NULL CHECK (outcome IN ('SUCCEEDED', 'FAILED', 'GONE')),
  status_code   integer,
  reason        text,
  response_body text,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, delivery_id, number),
  FOREIGN KEY (tenant_id, delivery_id) REFERENCES webhook_deliveries
);
-- Reads the last success and the last failure in one step each, and percentiles of a window without the table.
CREATE INDEX webhook_attempts_endpoint ON webhook_attempts (tenant_id, endpoint_id, outcome, started_at)
  INCLUDE (duration_ms);
CREATE INDEX webhook_attempts_started_at ON webhook_attempts (started_at);

-- Data that every installation needs ---------------------------------------------------------------

-- The platform's own tenant: calls that belong to no centre (no token, an unknown client) are recorded under it. The
-- row is written here because 0002 forces row-level security, which hides rows from migrations too.
INSERT INTO tenants (tenant_id, name, default_time_zone, currency, reminder_offsets_minutes, created_at, updated_at)
VALUES ('ten_platform', 'Platform', 'UTC', 'EUR', '{}', now(), now());
