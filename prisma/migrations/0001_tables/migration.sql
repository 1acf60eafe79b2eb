-- The tables by context, each with its constraints and indexes. Roles, grants and policies are in 0002; functions and
-- triggers are in prisma/functions.
--
-- Keys are (tenant_id, id), so that a foreign key cannot cross tenants. Tables that grow with every call have no
-- foreign key to tenants: each check would lock the one row that all of a tenant's transactions share. Their rows
-- come from a context whose tenant exists.

CREATE EXTENSION IF NOT EXISTS btree_gist;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE SCHEMA therapy;

-- A name as it is searched for: without accents, case or punctuation, in Latin letters (pg_trgm knows those of other
-- scripts by the server's locale only). The builtin collation makes it the same on every server. Generated columns
-- store its result: a change of it needs a migration that writes them again.
CREATE FUNCTION therapy.search_text(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN btrim(translate(
    replace(replace(replace(
      lower(regexp_replace(normalize(name, NFD), U&'[\0300-\036F]', '', 'g') COLLATE pg_catalog.pg_c_utf8),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
    'øłđıðабвгдежзиклмнопрстуфхцчшщыэюяієґαβγδεζηθικλμνξοπρσςτυφχψω''’`.,-_',
    'oldidabvgdezziklmnoprstufhccssyeuaiegabgdezitiklmnxoprsstyfhpo       '));

-- Organization ------------------------------------------------------------------------------------

-- A centre, and what it decided.
CREATE TABLE tenants (
  tenant_id                 text PRIMARY KEY,
  name                      text NOT NULL,
  default_time_zone              text NOT NULL,
  currency                  char(3) NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  reminder_offsets_minutes  integer[] NOT NULL,
  -- What happens to an appointment that nobody checks in or closes, unless its service says otherwise.
  no_show_mode              text NOT NULL DEFAULT 'MARK'
    CHECK (no_show_mode IN ('OFF', 'MARK', 'MARK_AND_PROPOSE_FEE', 'MARK_AND_CHARGE')),
  no_show_grace_minutes     integer NOT NULL DEFAULT 30 CHECK (no_show_grace_minutes BETWEEN 0 AND 1440),
  completion_mode           text NOT NULL DEFAULT 'MARK' CHECK (completion_mode IN ('OFF', 'MARK')),
  completion_delay_minutes  integer NOT NULL DEFAULT 60 CHECK (completion_delay_minutes BETWEEN 0 AND 1440),
  -- A copy of the table `closures` for bookings: prisma/functions/calendars.sql.
  closures                  jsonb,
  -- Messages to people. Quiet hours are local times such as 21:00; from 21:00 until 07:00 crosses midnight.
  message_language          text NOT NULL DEFAULT 'en',
  quiet_hours_start_time          text CHECK (quiet_hours_start_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  quiet_hours_end_time         text CHECK (quiet_hours_end_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  -- Since when people are invited to appointments by e-mail; null: they are not.
  invitations_since         timestamptz(3),
  -- Days before a consent expires on which the guardians of its child are reminded.
  consent_reminder_days     integer[] NOT NULL DEFAULT '{30,7}',
  -- Who is told when a provider breaks the glass.
  privacy_contact_email     text,
  -- Years after the last contact; age until which a child's record is kept; calendar years after a payment.
  -- Rule and sources: retentionEnds in the domain.
  clinical_retention_years  integer NOT NULL DEFAULT 10 CHECK (clinical_retention_years BETWEEN 3 AND 30),
  child_retention_age       integer DEFAULT 25 CHECK (child_retention_age BETWEEN 18 AND 40),
  financial_retention_years integer NOT NULL DEFAULT 8 CHECK (financial_retention_years BETWEEN 5 AND 15),
  -- Requests a minute of all keys of the centre together; null: the deployment's figure. Operators set it, the API
  -- does not.
  rate_limit_per_minute     integer CHECK (rate_limit_per_minute > 0),
  created_at                timestamptz(3) NOT NULL,
  updated_at                timestamptz(3) NOT NULL,
  version                   integer NOT NULL DEFAULT 1,
  CHECK ((quiet_hours_start_time IS NULL) = (quiet_hours_end_time IS NULL)),
  CHECK (quiet_hours_start_time <> quiet_hours_end_time)
);

CREATE TABLE locations (
  tenant_id   text NOT NULL REFERENCES tenants,
  id          text NOT NULL,
  name        text NOT NULL,
  time_zone        text NOT NULL,
  -- Weekly windows: [{"weekday": "MONDAY", "from": "08:00", "until": "18:00"}]; null is always open.
  hours       jsonb,
  address     jsonb,
  phone       text,
  archived_at timestamptz(3),
  created_at  timestamptz(3) NOT NULL,
  updated_at  timestamptz(3) NOT NULL,
  version     integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id)
);

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

CREATE TYPE unit_rule AS ENUM ('PER_SESSION', 'CMS_8_MINUTE', 'MIDPOINT', 'COMPLETED_UNITS');
CREATE TABLE services (
  tenant_id                   text NOT NULL REFERENCES tenants,
  id                          text NOT NULL,
  code                        text NOT NULL,
  name                        text NOT NULL,
  duration_minutes            integer NOT NULL CHECK (duration_minutes BETWEEN 1 AND 1440),
  buffer_before_minutes       integer NOT NULL CHECK (buffer_before_minutes BETWEEN 0 AND 240),
  buffer_after_minutes        integer NOT NULL CHECK (buffer_after_minutes BETWEEN 0 AND 240),
  capacity                    integer NOT NULL CHECK (capacity > 0),
  lead_time_minutes           integer NOT NULL CHECK (lead_time_minutes >= 0),
  requires_confirmation       boolean NOT NULL,
  -- How long a booking may wait for its confirmation.
  confirmation_window_minutes integer NOT NULL DEFAULT 2880 CHECK (confirmation_window_minutes BETWEEN 15 AND 43200),
  amount_minor                integer NOT NULL CHECK (amount_minor >= 0),
  currency                    char(3) NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  start_every_minutes         integer CHECK (start_every_minutes IN (5, 10, 15, 20, 30, 60)),
  horizon_days                integer CHECK (horizon_days BETWEEN 1 AND 730),
  daily_cap                   integer CHECK (daily_cap BETWEEN 1 AND 100),
  room_required               boolean NOT NULL DEFAULT false,
  equipment                   text[] NOT NULL DEFAULT '{}',
  -- Overrides by provider and prices by location are members of the service: a booking reads them with the row that
  -- it reads anyway. Their ids are checked when they are written.
  provider_ids                text[] NOT NULL DEFAULT '{}',
  provider_overrides          jsonb NOT NULL DEFAULT '{}',
  location_prices             jsonb NOT NULL DEFAULT '{}',
  required_consents           text[] NOT NULL DEFAULT '{}'
    CHECK (required_consents <@ ARRAY['TREATMENT', 'DATA_SHARING', 'PHOTO_VIDEO', 'TELEHEALTH', 'AI_PROCESSING']),
  required_forms              text[] NOT NULL DEFAULT '{}',
  -- How minutes become billable units; without a rule they are set by hand.
  unit_rule                   unit_rule,
  unit_minutes                integer NOT NULL DEFAULT 15 CHECK (unit_minutes BETWEEN 1 AND 480),
  -- What happens to an appointment that nobody checks in or closes; null: what the centre decided.
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

CREATE TABLE providers (
  tenant_id    text NOT NULL REFERENCES tenants,
  id           text NOT NULL,
  name         text NOT NULL,
  email        text,
  phone        text,
  specialties  text[] NOT NULL,
  languages    text[] NOT NULL,
  location_ids text[] NOT NULL,
  -- A copy of schedules, exceptions and time off for bookings: prisma/functions/calendars.sql.
  calendar     jsonb,
  archived_at  timestamptz(3),
  created_at   timestamptz(3) NOT NULL,
  updated_at   timestamptz(3) NOT NULL,
  version      integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id)
);

-- Whose notes need a second signature, and by whom.
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

CREATE TABLE schedules (
  tenant_id   text NOT NULL REFERENCES tenants,
  id          text NOT NULL,
  provider_id text NOT NULL,
  location_id text NOT NULL,
  time_zone        text NOT NULL,
  windows     jsonb NOT NULL,
  starts_on  date,
  ends_on date,
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

CREATE TABLE schedule_exceptions (
  tenant_id   text NOT NULL REFERENCES tenants,
  id          text NOT NULL,
  provider_id text NOT NULL,
  -- Null: at all locations of the provider.
  location_id text,
  kind        text NOT NULL CHECK (kind IN ('CLOSED', 'EXTRA')),
  occurs_on        date NOT NULL,
  time_zone        text NOT NULL,
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

CREATE TABLE closures (
  tenant_id   text NOT NULL REFERENCES tenants,
  id          text NOT NULL,
  -- Null: every location, each by its own calendar.
  location_id text,
  name        text NOT NULL,
  starts_on  date NOT NULL,
  ends_on   date NOT NULL,
  archived_at timestamptz(3),
  created_at  timestamptz(3) NOT NULL,
  updated_at  timestamptz(3) NOT NULL,
  version     integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, location_id) REFERENCES locations,
  CHECK (starts_on <= ends_on)
);
CREATE INDEX closures_last_date ON closures (tenant_id, ends_on) WHERE archived_at IS NULL;

CREATE TABLE custom_field_definitions (
  tenant_id   text NOT NULL REFERENCES tenants,
  id          text NOT NULL,
  resource    text NOT NULL CHECK (resource IN ('CLIENT')),
  key         text NOT NULL CHECK (key ~ '^[a-z][a-z0-9_]{0,62}$'),
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

-- People ------------------------------------------------------------------------------------------

CREATE TABLE clients (
  tenant_id     text NOT NULL REFERENCES tenants,
  id            text NOT NULL,
  name          text NOT NULL,
  search_name   text NOT NULL GENERATED ALWAYS AS (therapy.search_text(name)) STORED,
  email         text,
  phone         text,
  address       jsonb,
  custom_fields jsonb NOT NULL,
  -- Follows the open processing restriction (prisma/functions/restrictions.sql), so that every reader sees it.
  restricted_at timestamptz(3),
  archived_at   timestamptz(3),
  created_at    timestamptz(3) NOT NULL,
  updated_at    timestamptz(3) NOT NULL,
  version       integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX clients_search ON clients USING gin (tenant_id, search_name gin_trgm_ops) WITH (fastupdate = off)
  WHERE archived_at IS NULL;

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

CREATE TABLE children (
  tenant_id           text NOT NULL REFERENCES tenants,
  id                  text NOT NULL,
  first_name          text NOT NULL,
  last_name           text NOT NULL,
  search_name         text NOT NULL GENERATED ALWAYS AS (therapy.search_text(first_name || ' ' || last_name)) STORED,
  birth_date          date NOT NULL,
  program           text,
  primary_provider_id text,
  referral            jsonb,
  alerts              jsonb NOT NULL DEFAULT '[]',
  merged_into_id      text,
  -- Follows the open processing restriction (prisma/functions/restrictions.sql), so that every reader sees it.
  restricted_at       timestamptz(3),
  archived_at         timestamptz(3),
  created_at          timestamptz(3) NOT NULL,
  updated_at          timestamptz(3) NOT NULL,
  version             integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, primary_provider_id) REFERENCES providers,
  FOREIGN KEY (tenant_id, merged_into_id) REFERENCES children,
  CHECK (merged_into_id IS NULL OR archived_at IS NOT NULL)
);
CREATE INDEX children_primary_provider ON children (tenant_id, primary_provider_id);
CREATE INDEX children_search ON children USING gin (tenant_id, search_name gin_trgm_ops) WITH (fastupdate = off)
  WHERE archived_at IS NULL;
CREATE INDEX children_birth_date ON children (tenant_id, birth_date);
CREATE INDEX children_merged_into ON children (tenant_id, merged_into_id) WHERE merged_into_id IS NOT NULL;

CREATE TABLE guardianships (
  tenant_id    text NOT NULL REFERENCES tenants,
  id           text NOT NULL,
  child_id     text NOT NULL,
  client_id    text NOT NULL,
  relationship text NOT NULL,
  legal        boolean NOT NULL,
  billing      boolean NOT NULL,
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

-- A child that was registered twice. `moved` has the ids of the records that came along, by table.
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

-- Who works with a child besides those whom its appointments and sessions name.
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

CREATE TABLE consents (
  tenant_id     text NOT NULL REFERENCES tenants,
  id            text NOT NULL,
  child_id      text NOT NULL,
  kind          text NOT NULL
    CHECK (kind IN ('TREATMENT', 'DATA_SHARING', 'PHOTO_VIDEO', 'TELEHEALTH', 'AI_PROCESSING')),
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
-- By the end: what is over is not looked at again.
CREATE INDEX time_off_provider ON time_off (tenant_id, provider_id, ends_at);

-- Closed lists of the tables that every call writes to are types: a CHECK is parsed again at every insert.
CREATE TYPE appointment_type AS ENUM
  ('THERAPY_SESSION', 'ASSESSMENT', 'INTAKE', 'FOLLOW_UP', 'GROUP_SESSION', 'PARENT_TRAINING', 'EARLY_INTERVENTION');
CREATE TYPE appointment_status AS ENUM
  ('HELD', 'PENDING_CONFIRMATION', 'CONFIRMED', 'CHECKED_IN', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED', 'NO_SHOW',
   'DECLINED', 'EXPIRED', 'ENTERED_IN_ERROR');
CREATE TYPE absent_party AS ENUM ('CLIENT', 'PROVIDER');

-- What each occurrence of a series is to be stands in its row; a workflow carries it out, one by one.
CREATE TABLE series (
  tenant_id        text NOT NULL REFERENCES tenants,
  id               text NOT NULL,
  child_id         text NOT NULL,
  provider_id      text NOT NULL,
  service_id       text,
  location_id      text NOT NULL,
  room_id          text,
  type             appointment_type NOT NULL,
  duration_minutes integer CHECK (duration_minutes > 0),
  notes            text,
  time_zone             text NOT NULL,
  starts_on        date NOT NULL,
  start_time       text NOT NULL CHECK (start_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  rule             text NOT NULL,
  status           text NOT NULL CHECK (status IN ('PROCESSING', 'READY')),
  revision           integer NOT NULL DEFAULT 1,
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

-- Appointments imported from a file (docs/decisions/0047): its rows are checked first, then created, and can be
-- undone. What is pending of each row stands in it; a workflow carries it out, row by row.
CREATE TABLE appointment_imports (
  tenant_id       text NOT NULL REFERENCES tenants,
  id              text NOT NULL,
  name            text NOT NULL,
  format          text NOT NULL CHECK (format IN ('CSV', 'ICS')),
  sha256          text NOT NULL,
  time_zone            text,
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

-- A group (docs/decisions/0033) is an appointment without a child: it takes the provider and the room. A place in
-- it is an appointment of its child that takes neither, so that one exclusion constraint keeps a child out of two
-- places at once. A hold (docs/decisions/0022) is an appointment that is HELD.
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
  -- So that what a wrong file brought is found among all others (docs/decisions/0058).
  import_id         text,
  type              appointment_type NOT NULL,
  status            appointment_status NOT NULL,
  starts_at         timestamptz(3) NOT NULL,
  ends_at           timestamptz(3) NOT NULL,
  busy_from         timestamptz(3) NOT NULL,
  busy_until        timestamptz(3) NOT NULL,
  held_until        timestamptz(3),
  time_zone              text NOT NULL,
  notes             text,
  amount_minor      integer CHECK (amount_minor >= 0),
  currency          char(3),
  cancellation      jsonb,
  absent_party      absent_party,
  decline_reason    text,
  error_reason      text,
  -- Which rules somebody with the right to do so set aside, and why.
  override          jsonb,
  fee               jsonb,
  fee_waiver_reason text,
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
  -- Double booking is impossible. Buffers take the provider and the room, not the child. Ids are unique over all
  -- tenants; their 64-bit hash makes the index a third of the size and twice as fast to insert into.
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
-- For a room's calendar feed.
CREATE INDEX appointments_room_starts_at ON appointments (tenant_id, room_id, starts_at) WHERE room_id IS NOT NULL;
-- Seats are numbered from 1; a trigger refuses those beyond the group's capacity (prisma/functions/groups.sql).
CREATE UNIQUE INDEX appointments_seat ON appointments (tenant_id, group_id, seat)
  WHERE group_id IS NOT NULL
    AND status IN ('HELD', 'PENDING_CONFIRMATION', 'CONFIRMED', 'CHECKED_IN', 'IN_PROGRESS', 'COMPLETED');
CREATE INDEX appointments_group_places ON appointments (tenant_id, group_id) WHERE group_id IS NOT NULL;
-- Availability reads what providers are taken for from this index alone: the rows of a provider are scattered over
-- the table. Vacuum marks the pages from which an index may answer, hence the settings of the table.
CREATE INDEX appointments_provider ON appointments (tenant_id, provider_id, starts_at)
  INCLUDE (busy_from, busy_until, status, held_until, group_id);
-- Groups that can be joined, without a look at the appointments between them.
CREATE INDEX appointments_groups ON appointments (tenant_id, starts_at) WHERE capacity IS NOT NULL;
CREATE INDEX appointments_import ON appointments (tenant_id, import_id, created_at) WHERE import_id IS NOT NULL;

CREATE TABLE appointment_changes (
  tenant_id      text NOT NULL,
  id             text NOT NULL,
  appointment_id text NOT NULL,
  kind           text NOT NULL,
  before         jsonb NOT NULL,
  after          jsonb NOT NULL,
  actor_id       text NOT NULL,
  created_at     timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, appointment_id) REFERENCES appointments
);
CREATE INDEX appointment_changes_appointment ON appointment_changes (tenant_id, appointment_id, id);

CREATE TABLE series_occurrences (
  tenant_id      text NOT NULL,
  id             text NOT NULL,
  series_id      text NOT NULL,
  number         integer NOT NULL CHECK (number > 0),
  -- When it is to be. `starts_at` is null where the clocks skip that time on that day.
  occurs_on           date NOT NULL,
  start_time     text NOT NULL,
  starts_at      timestamptz(3),
  provider_id    text NOT NULL,
  room_id        text,
  status         text NOT NULL CHECK (status IN ('PENDING', 'BOOKED', 'CONFLICT', 'SKIPPED', 'CANCELLED')),
  appointment_id text,
  -- What is to be done about it, for which change of the series, and what came of the last one.
  pending        text
    CHECK (pending IN ('BOOK', 'RESCHEDULE', 'CONFIRM', 'CANCEL')),
  cancellation   jsonb,
  revision         integer NOT NULL,
  -- Its turn among what is pending: an occurrence that makes room comes before the one that takes it.
  turn           integer NOT NULL,
  result         jsonb,
  created_at     timestamptz(3) NOT NULL,
  updated_at     timestamptz(3) NOT NULL,
  version        integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, series_id, number),
  FOREIGN KEY (tenant_id, series_id) REFERENCES series,
  FOREIGN KEY (tenant_id, appointment_id) REFERENCES appointments,
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  FOREIGN KEY (tenant_id, room_id) REFERENCES rooms,
  CHECK ((status = 'PENDING') <= (pending IS NOT NULL)),
  CHECK ((status = 'BOOKED') <= (appointment_id IS NOT NULL)),
  CHECK ((pending = 'CANCEL') <= (cancellation IS NOT NULL))
);
CREATE UNIQUE INDEX series_occurrences_appointment ON series_occurrences (tenant_id, appointment_id)
  WHERE appointment_id IS NOT NULL;
CREATE INDEX series_occurrences_pending ON series_occurrences (tenant_id, series_id, turn)
  WHERE pending IS NOT NULL;

-- Who waits for a place, in order of joining.
CREATE TYPE group_waitlist_entry_status AS ENUM ('WAITING', 'MOVED_UP', 'CANCELLED');
CREATE TABLE group_waitlist_entries (
  tenant_id      text NOT NULL REFERENCES tenants,
  id             text NOT NULL,
  group_id       text NOT NULL,
  child_id       text NOT NULL,
  status         group_waitlist_entry_status NOT NULL,
  -- The place that it became.
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
  tenant_id     text NOT NULL REFERENCES tenants,
  id            text NOT NULL,
  child_id      text NOT NULL,
  type          appointment_type NOT NULL,
  service_ids   text[] NOT NULL CHECK (cardinality(service_ids) > 0),
  -- Empty lists and nulls wish for nothing in particular.
  provider_ids  text[] NOT NULL,
  location_ids  text[] NOT NULL,
  weekdays      text[] NOT NULL,
  times         jsonb NOT NULL,
  starts_on date,
  ends_on   date CHECK (ends_on >= starts_on),
  priority      integer NOT NULL CHECK (priority BETWEEN 0 AND 9),
  status        text NOT NULL CHECK (status IN ('WAITING', 'OFFERED', 'BOOKED', 'CANCELLED')),
  created_at    timestamptz(3) NOT NULL,
  updated_at    timestamptz(3) NOT NULL,
  version       integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, child_id) REFERENCES children
);
CREATE INDEX waitlist_entries_child ON waitlist_entries (tenant_id, child_id);
CREATE INDEX waitlist_entries_waiting ON waitlist_entries (tenant_id, priority DESC, id) WHERE status = 'WAITING';

-- A slot to offer. `appointment_id` is what took it before, and may be elsewhere by now; null: it was free already.
CREATE TABLE freed_slots (
  tenant_id      text NOT NULL REFERENCES tenants,
  id             text NOT NULL,
  appointment_id text,
  provider_id    text NOT NULL,
  location_id    text NOT NULL,
  service_id     text,
  starts_at      timestamptz(3) NOT NULL,
  time_zone           text NOT NULL,
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
  -- The hold, and the appointment that it becomes.
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
-- A slot has one offer at a time, and so has an entry.
CREATE UNIQUE INDEX waitlist_offers_slot_open ON waitlist_offers (tenant_id, freed_slot_id) WHERE status = 'OFFERED';
CREATE UNIQUE INDEX waitlist_offers_entry_open ON waitlist_offers (tenant_id, entry_id) WHERE status = 'OFFERED';
CREATE UNIQUE INDEX waitlist_offers_slot_entry ON waitlist_offers (tenant_id, freed_slot_id, entry_id);
CREATE UNIQUE INDEX waitlist_offers_appointment ON waitlist_offers (tenant_id, appointment_id);
CREATE INDEX waitlist_offers_entry ON waitlist_offers (tenant_id, entry_id);

-- Secret addresses of iCalendar feeds, read without a login. Only the hash of the token is kept. Who follows one
-- names no tenant, so the platform looks it up.
CREATE TABLE calendar_feeds (
  tenant_id   text NOT NULL REFERENCES tenants,
  id          text NOT NULL,
  provider_id text,
  room_id     text,
  child_id    text,
  token_hash  text NOT NULL UNIQUE,
  revoked_at  timestamptz(3),
  created_at  timestamptz(3) NOT NULL,
  updated_at  timestamptz(3) NOT NULL,
  version     integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  FOREIGN KEY (tenant_id, room_id) REFERENCES rooms,
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  CHECK (num_nonnulls(provider_id, room_id, child_id) = 1)
);
CREATE INDEX calendar_feeds_provider ON calendar_feeds (tenant_id, provider_id) WHERE provider_id IS NOT NULL;
CREATE INDEX calendar_feeds_room ON calendar_feeds (tenant_id, room_id) WHERE room_id IS NOT NULL;
CREATE INDEX calendar_feeds_child ON calendar_feeds (tenant_id, child_id) WHERE child_id IS NOT NULL;

-- Who is reminded when, how and in which language: for the centre, a service, or one guardian. Null: as the less
-- specific policy says.
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
-- One policy in force per service, per guardian, and for the centre.
CREATE UNIQUE INDEX reminder_policies_scope ON reminder_policies (tenant_id, client_id, service_id)
  NULLS NOT DISTINCT WHERE archived_at IS NULL;

-- A file that was sent is stored first and read by a worker (docs/decisions/0062), which deletes it.
CREATE TABLE appointment_import_files (
  tenant_id  text NOT NULL,
  import_id  text NOT NULL,
  content    text NOT NULL,
  columns    jsonb NOT NULL,
  -- How often a worker has begun to read it: a file that ends workers is not read for ever.
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
  -- What the file says, until it has become an appointment. None where its text is wrong.
  source         jsonb,
  pending        text CHECK (pending IN ('CHECK', 'CREATE', 'UNDO')),
  result         text
    CHECK (result IN ('WOULD_CREATE', 'CREATED', 'UNCHANGED', 'CONFLICT', 'INVALID', 'UNDONE', 'KEPT')),
  -- Why not: the field, a stable code, and what to do about it.
  field          text,
  code           text,
  detail         text,
  conflicts_with text,
  -- By which a row is known again: the file's external id, or who, with whom and when.
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
-- What is imported twice, by two imports at once or by one worker after another, is there once.
CREATE UNIQUE INDEX appointment_import_rows_once ON appointment_import_rows (tenant_id, key)
  WHERE result IN ('CREATED', 'KEPT');
CREATE INDEX appointment_import_rows_pending ON appointment_import_rows (tenant_id, import_id, number)
  WHERE pending IS NOT NULL;
CREATE INDEX appointment_import_rows_child ON appointment_import_rows (tenant_id, child_id)
  WHERE child_id IS NOT NULL;
CREATE INDEX appointment_import_rows_appointment ON appointment_import_rows (tenant_id, appointment_id)
  WHERE appointment_id IS NOT NULL;
-- For the retention run, which forgets the text of rows that never became an appointment.
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
  units_manual  boolean NOT NULL DEFAULT false,
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

-- Who was there besides the child and its provider.
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

-- A note's text is fixed from its first signature on: prisma/functions/signed-notes.sql.
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
  -- How often the note was handed in: one that its supervisor returned is signed anew.
  revision      integer NOT NULL DEFAULT 1,
  return_reason text,
  created_at    timestamptz(3) NOT NULL,
  updated_at    timestamptz(3) NOT NULL,
  version       integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, session_id) REFERENCES sessions,
  FOREIGN KEY (tenant_id, template_id) REFERENCES note_templates,
  FOREIGN KEY (tenant_id, supervisor_id) REFERENCES providers,
  CONSTRAINT session_notes_signature
    CHECK ((status IN ('SIGNED', 'AMENDED')) = (signed_at IS NOT NULL)),
  CONSTRAINT session_notes_cosigner CHECK (status <> 'AWAITING_COSIGN' OR supervisor_id IS NOT NULL)
);
CREATE INDEX session_notes_session ON session_notes (tenant_id, session_id, id);
CREATE INDEX session_notes_awaiting ON session_notes (tenant_id, supervisor_id, id) WHERE status = 'AWAITING_COSIGN';

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
  tenant_id     text NOT NULL,
  id            text NOT NULL,
  note_id       text NOT NULL,
  revision      integer NOT NULL,
  role          text NOT NULL CHECK (role IN ('AUTHOR', 'COSIGNER')),
  actor_id      text NOT NULL,
  provider_id   text NOT NULL,
  -- Whether a key of the centre signed for the provider, or the provider's own (docs/decisions/0064).
  on_behalf     boolean NOT NULL,
  content_hash  text NOT NULL,
  -- The session as it was signed, and whether it had ended.
  session_hash  text NOT NULL,
  session_ended boolean NOT NULL,
  key_id        text NOT NULL,
  signature     text NOT NULL,
  signed_at     timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, note_id, revision, role),
  FOREIGN KEY (tenant_id, note_id) REFERENCES session_notes,
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers
);

CREATE TABLE session_note_addenda (
  tenant_id     text NOT NULL,
  id            text NOT NULL,
  note_id       text NOT NULL,
  number        integer NOT NULL CHECK (number > 0),
  text          text NOT NULL,
  author_id     text NOT NULL,
  -- In whose name it is signed.
  provider_id   text NOT NULL,
  on_behalf     boolean NOT NULL,
  previous_hash text NOT NULL,
  hash          text NOT NULL,
  key_id        text NOT NULL,
  signature     text NOT NULL,
  created_at    timestamptz(3) NOT NULL,
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
  target_due_on        date,
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

-- What a therapist is to answer for: a goal that regresses or stands still.
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

-- What children are assessed with, as the centre defines it.
CREATE TABLE assessment_instruments (
  tenant_id   text NOT NULL REFERENCES tenants,
  id          text NOT NULL,
  name        text NOT NULL,
  -- The newest: new results are scored with it.
  edition     integer NOT NULL CHECK (edition > 0),
  archived_at timestamptz(3),
  created_at  timestamptz(3) NOT NULL,
  updated_at  timestamptz(3) NOT NULL,
  version     integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id)
);

-- Never changed: results keep the edition that they were scored with.
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
-- The same is asked for once: on one date, at one age, or from time to time.
CREATE UNIQUE INDEX assessment_schedules_once ON assessment_schedules (tenant_id, child_id, instrument_id, timing,
  (CASE timing WHEN 'ONCE' THEN starts_on END), (CASE timing WHEN 'AT_AGE' THEN months END))
  NULLS NOT DISTINCT WHERE ended_at IS NULL;
CREATE INDEX assessment_schedules_child ON assessment_schedules (tenant_id, child_id);
CREATE INDEX assessment_schedules_instrument ON assessment_schedules (tenant_id, instrument_id);
CREATE INDEX assessment_schedules_provider ON assessment_schedules (tenant_id, provider_id);

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

-- What a result said before somebody corrected it, and why they did.
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
  -- The next version. What is asked is the version that was published.
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

-- Once submitted or cancelled, a response is locked: prisma/functions/forms.sql.
CREATE TYPE form_response_status AS ENUM ('OPEN', 'SUBMITTED', 'CANCELLED');
CREATE TABLE form_responses (
  tenant_id        text NOT NULL REFERENCES tenants,
  id               text NOT NULL,
  child_id         text NOT NULL,
  template_id      text NOT NULL,
  template_version integer NOT NULL,
  status           form_response_status NOT NULL,
  answers          jsonb NOT NULL,
  scores           jsonb NOT NULL,
  requested_by     text NOT NULL,
  -- When guardians were last asked; NULL when nobody is.
  asked_at         timestamptz(3),
  due_at           timestamptz(3),
  saved_at         timestamptz(3),
  submitted_at     timestamptz(3),
  submitted_by     text,
  -- The guardian who submitted it, by a link.
  client_id        text,
  cancel_reason    text,
  created_at       timestamptz(3) NOT NULL,
  updated_at       timestamptz(3) NOT NULL,
  version          integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  FOREIGN KEY (tenant_id, template_id, template_version) REFERENCES form_template_versions,
  FOREIGN KEY (tenant_id, client_id) REFERENCES clients,
  CHECK ((status = 'SUBMITTED') = (submitted_at IS NOT NULL)),
  CHECK ((submitted_at IS NULL) = (submitted_by IS NULL))
);
CREATE INDEX form_responses_child ON form_responses (tenant_id, child_id, template_id, status);
CREATE INDEX form_responses_template ON form_responses (tenant_id, template_id, id);
CREATE INDEX form_responses_client ON form_responses (tenant_id, client_id);

CREATE TABLE form_signatures (
  tenant_id    text NOT NULL,
  id           text NOT NULL,
  response_id  text NOT NULL,
  -- As typed by who signed.
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

-- Files of a child. The bytes are in the file store.
CREATE TABLE attachments (
  tenant_id    text NOT NULL REFERENCES tenants,
  id           text NOT NULL,
  child_id     text NOT NULL,
  session_id   text,
  name         text NOT NULL,
  content_type text NOT NULL,
  status       text NOT NULL CHECK (status IN ('PENDING', 'READY', 'REMOVED')),
  size_bytes   integer CHECK (size_bytes > 0),
  sha256       text,
  -- Every upload has a key of its own, and the transaction that makes the record READY names it: another upload at
  -- the same time cannot replace the recorded bytes.
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
  CHECK (status <> 'READY' OR (size_bytes IS NOT NULL AND sha256 IS NOT NULL AND uploaded_at IS NOT NULL)),
  CHECK ((status = 'REMOVED') = (removed_at IS NOT NULL)),
  CONSTRAINT attachments_stored CHECK ((status = 'READY') = (storage_key IS NOT NULL)),
  CONSTRAINT attachments_own_file CHECK (starts_with(storage_key, tenant_id || '/' || id))
);
CREATE INDEX attachments_child ON attachments (tenant_id, child_id, id);

-- Early intervention ------------------------------------------------------------------------------

-- Timelines that a centre defined. Never changed: another set is made, and programs are moved to it.
CREATE TABLE clock_sets (
  tenant_id  text NOT NULL REFERENCES tenants,
  id         text NOT NULL,
  name       text NOT NULL,
  clocks     jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id)
);

-- The newest is the calendar of the centre. How far programs were moved to it stands beside it.
CREATE TYPE clock_moving AS ENUM ('RUNNING', 'DONE', 'SUPERSEDED');
CREATE TABLE holiday_calendars (
  tenant_id   text NOT NULL REFERENCES tenants,
  id          text NOT NULL,
  holidays    jsonb NOT NULL,
  moving      clock_moving NOT NULL,
  cursor_id   text NOT NULL DEFAULT '',
  programs  integer NOT NULL DEFAULT 0,
  moved       integer NOT NULL DEFAULT 0,
  finished_at timestamptz(3),
  created_at  timestamptz(3) NOT NULL,
  updated_at  timestamptz(3) NOT NULL,
  version     integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  CHECK ((moving = 'RUNNING') = (finished_at IS NULL))
);

-- What guardians are asked in a check-in; without a set, the platform's three questions. Never changed: another set
-- is made, and programs are moved to it.
CREATE TABLE family_check_in_question_sets (
  tenant_id  text NOT NULL REFERENCES tenants,
  id         text NOT NULL,
  name       text NOT NULL,
  questions  jsonb NOT NULL,
  worries    jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id)
);

-- Milestones and documented delays are few, and always read together with the program.
CREATE TYPE program_status AS ENUM ('ACTIVE', 'CLOSED');
CREATE TABLE early_intervention_programs (
  tenant_id           text NOT NULL REFERENCES tenants,
  id                  text NOT NULL,
  child_id            text NOT NULL,
  service_coordinator_id      text,
  clock_set_id        text,
  question_set_id     text,
  status              program_status NOT NULL,
  referral_received_on         date NOT NULL,
  milestones          jsonb NOT NULL,
  delays              jsonb NOT NULL,
  check_in_every_days integer NOT NULL CHECK (check_in_every_days BETWEEN 7 AND 366),
  close_reason        text,
  closed_on           date,
  created_at          timestamptz(3) NOT NULL,
  updated_at          timestamptz(3) NOT NULL,
  version             integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  FOREIGN KEY (tenant_id, service_coordinator_id) REFERENCES providers,
  FOREIGN KEY (tenant_id, clock_set_id) REFERENCES clock_sets,
  FOREIGN KEY (tenant_id, question_set_id) REFERENCES family_check_in_question_sets,
  CHECK ((status = 'CLOSED') = (closed_on IS NOT NULL))
);
CREATE UNIQUE INDEX early_intervention_programs_one_at_a_time
  ON early_intervention_programs (tenant_id, child_id) WHERE status = 'ACTIVE';
CREATE INDEX early_intervention_programs_child ON early_intervention_programs (tenant_id, child_id);
CREATE INDEX early_intervention_programs_coordinator
  ON early_intervention_programs (tenant_id, service_coordinator_id);
CREATE INDEX early_intervention_programs_clock_set ON early_intervention_programs (tenant_id, clock_set_id);

-- What the clocks of running programs say: derived from the program, the child's birth date and the calendar,
-- and written whenever one of these changes, so that the dashboard reads an index.
CREATE TABLE program_deadlines (
  tenant_id    text NOT NULL,
  id           text NOT NULL,
  program_id text NOT NULL,
  clock        text NOT NULL,
  due_on       date NOT NULL,
  warn_on      date NOT NULL,
  paused       boolean NOT NULL,
  delayed_days integer NOT NULL,
  starts_on date NOT NULL,
  awaited_milestone       text NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, program_id, clock),
  FOREIGN KEY (tenant_id, program_id) REFERENCES early_intervention_programs
);
CREATE INDEX program_deadlines_due ON program_deadlines (tenant_id, due_on, id);

-- What guardians answered between two deadlines.
CREATE TYPE family_check_in_mood AS ENUM ('GOOD', 'MIXED', 'WORRIED');
CREATE TABLE family_check_ins (
  tenant_id         text NOT NULL REFERENCES tenants,
  id                text NOT NULL,
  program_id      text NOT NULL,
  client_id         text NOT NULL,
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

-- Billing -----------------------------------------------------------------------------------------

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
  archived_at timestamptz(3),
  created_at  timestamptz(3) NOT NULL,
  updated_at  timestamptz(3) NOT NULL,
  version     integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, service_id) REFERENCES services,
  FOREIGN KEY (tenant_id, location_id) REFERENCES locations
);
-- One policy in force per service and location; null stands for all of them.
CREATE UNIQUE INDEX cancellation_policies_scope ON cancellation_policies (tenant_id, service_id, location_id)
  NULLS NOT DISTINCT WHERE archived_at IS NULL;

CREATE TABLE orders (
  tenant_id      text NOT NULL REFERENCES tenants,
  id             text NOT NULL,
  child_id       text NOT NULL,
  client_id      text,
  appointment_id text,
  status         text NOT NULL CHECK (status IN ('OPEN', 'PAID', 'CANCELLED')),
  purpose        text NOT NULL DEFAULT 'SERVICE' CHECK (purpose IN ('SERVICE', 'CANCELLATION_FEE', 'NO_SHOW_FEE')),
  amount_minor   integer NOT NULL CHECK (amount_minor >= 0),
  currency       char(3) NOT NULL,
  created_at     timestamptz(3) NOT NULL,
  updated_at     timestamptz(3) NOT NULL,
  version        integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  FOREIGN KEY (tenant_id, client_id) REFERENCES clients,
  FOREIGN KEY (tenant_id, appointment_id) REFERENCES appointments
);
CREATE INDEX orders_child ON orders (tenant_id, child_id);
-- An appointment may be ordered once for itself, and once for the fee of not having taken place.
CREATE UNIQUE INDEX orders_appointment ON orders (tenant_id, appointment_id, (purpose = 'SERVICE'))
  WHERE status <> 'CANCELLED';
CREATE INDEX orders_client ON orders (tenant_id, client_id) WHERE client_id IS NOT NULL;

CREATE TABLE order_lines (
  tenant_id         text NOT NULL REFERENCES tenants,
  id                text NOT NULL,
  order_id          text NOT NULL,
  service_id        text,
  description       text NOT NULL,
  quantity          integer NOT NULL CHECK (quantity > 0),
  unit_amount_minor integer NOT NULL CHECK (unit_amount_minor >= 0),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, order_id) REFERENCES orders,
  FOREIGN KEY (tenant_id, service_id) REFERENCES services
);
CREATE INDEX order_lines_order ON order_lines (tenant_id, order_id);

CREATE TABLE payments (
  tenant_id         text NOT NULL REFERENCES tenants,
  id                text NOT NULL,
  order_id          text NOT NULL,
  status            text NOT NULL CHECK (status IN ('PROCESSING', 'SUCCEEDED', 'FAILED')),
  amount_minor      integer NOT NULL CHECK (amount_minor > 0),
  currency          char(3) NOT NULL,
  gateway           text NOT NULL,
  method            text NOT NULL,
  gateway_reference text,
  failure_code      text,
  settled_at        timestamptz(3),
  created_at        timestamptz(3) NOT NULL,
  updated_at        timestamptz(3) NOT NULL,
  version           integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, order_id) REFERENCES orders,
  CHECK ((status = 'PROCESSING') = (settled_at IS NULL)),
  CHECK ((status = 'FAILED') = (failure_code IS NOT NULL))
);
-- An order is paid once: one payment at most is in flight or has succeeded.
CREATE UNIQUE INDEX payments_order ON payments (tenant_id, order_id) WHERE status <> 'FAILED';

-- What a payer authorized for a child in a period, and how much of it is used.
CREATE TYPE cycle_measure AS ENUM ('SESSIONS', 'UNITS');
CREATE TABLE treatment_cycles (
  tenant_id         text NOT NULL REFERENCES tenants,
  id                text NOT NULL,
  child_id          text NOT NULL,
  service_id        text,
  provider_id       text,
  payer             text NOT NULL,
  reference         text,
  measure           cycle_measure NOT NULL,
  authorized        integer NOT NULL CHECK (authorized BETWEEN 1 AND 10000),
  starts_on         date NOT NULL,
  ends_on           date NOT NULL,
  renewal_lead_days integer NOT NULL CHECK (renewal_lead_days BETWEEN 0 AND 180),
  -- Counted again with every session that changes, and whenever the follow-up plans.
  used              integer NOT NULL DEFAULT 0 CHECK (used >= 0),
  used_percent      integer NOT NULL GENERATED ALWAYS AS (used * 100 / authorized) STORED,
  renew_on          date NOT NULL GENERATED ALWAYS AS (ends_on - renewal_lead_days) STORED,
  -- Since when so much is used.
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

-- Privacy -----------------------------------------------------------------------------------------

-- Breaking the glass: a provider's own way to a child outside the caseload, for a reason and for hours.
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

-- Archives of all that is held about a person (docs/decisions/0042). The bytes are in the file store until they
-- expire.
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

-- The erasure of a person (docs/decisions/0051, 0052).
CREATE TYPE erasure_status AS ENUM ('SCHEDULED', 'RUNNING', 'RETAINING', 'COMPLETED', 'CANCELLED');
CREATE TABLE erasures (
  tenant_id      text NOT NULL REFERENCES tenants,
  id             text NOT NULL,
  child_id       text,
  client_id      text,
  status         erasure_status NOT NULL,
  -- Why, and who asked for it, in words. Both are forgotten with the person.
  reason         text,
  requester      text,
  created_by     text NOT NULL,
  starts_at      timestamptz(3) NOT NULL,
  started_at     timestamptz(3),
  retention_ends_at timestamptz(3),
  completed_at   timestamptz(3),
  cancelled_at   timestamptz(3),
  -- Where the pass over the tables is, so that whoever takes it up goes on there.
  steps_done     integer NOT NULL DEFAULT 0,
  steps_total    integer NOT NULL,
  -- How many rows so far, by table; what is kept, by which rule and until when; what has to end first.
  erased         jsonb NOT NULL DEFAULT '{}',
  retained       jsonb NOT NULL DEFAULT '[]',
  blockers       jsonb NOT NULL DEFAULT '[]',
  -- Ids of all that was the person's when it began: what names a record by its id alone is found by them.
  record_ids     text[] NOT NULL DEFAULT '{}',
  created_at     timestamptz(3) NOT NULL,
  updated_at     timestamptz(3) NOT NULL,
  version        integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  FOREIGN KEY (tenant_id, client_id) REFERENCES clients,
  CHECK (num_nonnulls(child_id, client_id) = 1),
  CHECK ((status IN ('RUNNING', 'RETAINING', 'COMPLETED')) = (started_at IS NOT NULL)),
  CHECK ((status = 'RETAINING') = (retention_ends_at IS NOT NULL)),
  CHECK ((status = 'COMPLETED') = (completed_at IS NOT NULL)),
  CHECK ((status = 'CANCELLED') = (cancelled_at IS NOT NULL))
);
-- One erasure of a person at a time.
CREATE UNIQUE INDEX erasures_open_child ON erasures (tenant_id, child_id)
  WHERE status IN ('SCHEDULED', 'RUNNING', 'RETAINING');
CREATE UNIQUE INDEX erasures_open_client ON erasures (tenant_id, client_id)
  WHERE status IN ('SCHEDULED', 'RUNNING', 'RETAINING');
CREATE INDEX erasures_child ON erasures (tenant_id, child_id, id);
CREATE INDEX erasures_client ON erasures (tenant_id, client_id, id);
CREATE INDEX erasures_status ON erasures (tenant_id, status, id);

-- Restriction of processing (GDPR Art. 18; docs/decisions/0054): what is held of a person stays as it is, and is
-- not used.
CREATE TYPE restriction_ground AS ENUM ('ACCURACY_CONTESTED', 'UNLAWFUL', 'LEGAL_CLAIM', 'OBJECTION', 'RETENTION');
CREATE TABLE processing_restrictions (
  tenant_id    text NOT NULL REFERENCES tenants,
  id           text NOT NULL,
  child_id     text,
  client_id    text,
  -- Ids of all kinds differ: one column, and one index, for both.
  person_id    text NOT NULL GENERATED ALWAYS AS (COALESCE(child_id, client_id)) STORED,
  ground       restriction_ground NOT NULL,
  reason       text NOT NULL,
  started_by   text NOT NULL,
  started_at   timestamptz(3) NOT NULL,
  -- Its lifting: announced to the person, and done.
  announced_at timestamptz(3),
  lifts_at     timestamptz(3),
  lift_reason  text,
  notified_by     text,
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
  -- Art. 18(3): whoever obtained it is told before. What is kept by law after an erasure was not obtained by anybody.
  CHECK (lifted_at IS NULL OR lifts_at IS NOT NULL OR notified_by IS NOT NULL OR ground = 'RETENTION'),
  CHECK (lifted_at IS NULL OR lift_reason IS NOT NULL)
);
CREATE UNIQUE INDEX processing_restrictions_open ON processing_restrictions (tenant_id, person_id)
  WHERE lifted_at IS NULL;
CREATE INDEX processing_restrictions_person ON processing_restrictions (tenant_id, person_id);
CREATE INDEX processing_restrictions_created ON processing_restrictions (tenant_id, created_at, id);

-- Platform ----------------------------------------------------------------------------------------

CREATE TABLE api_keys (
  tenant_id             text NOT NULL REFERENCES tenants,
  id                    text NOT NULL UNIQUE,
  name                  text NOT NULL,
  -- A key that is bound to a provider works as therapy_caseload (docs/decisions/0040).
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
  created_at            timestamptz(3) NOT NULL,
  updated_at            timestamptz(3) NOT NULL,
  version               integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers
);
CREATE INDEX api_keys_provider ON api_keys (tenant_id, provider_id) WHERE provider_id IS NOT NULL;

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

-- Tokens of operators, so that one can be taken back before it ends. The platform's own: no tenant's
-- role sees them. A token without a row opens nothing.
CREATE TABLE operator_tokens (
  id         text PRIMARY KEY,
  name       text NOT NULL,
  issued_at  timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3)
);
CREATE INDEX operator_tokens_expires_at ON operator_tokens (expires_at);

-- The platform's own: no tenant's data, no grant to the application.
CREATE TABLE signing_keys (
  id         text PRIMARY KEY,
  purpose    text NOT NULL CHECK (purpose IN ('access_token', 'webhook', 'audit_seal')),
  algorithm  text NOT NULL,
  public_jwk jsonb NOT NULL,
  ciphertext text NOT NULL,
  -- A key is published before it signs: who keeps the key set for a while must never meet an unknown key.
  signs_from timestamptz(3) NOT NULL DEFAULT now(),
  created_at timestamptz(3) NOT NULL,
  retired_at timestamptz(3)
);
CREATE UNIQUE INDEX signing_keys_active ON signing_keys (purpose) WHERE retired_at IS NULL;

-- rate-limiter-flexible's own shape.
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
  -- The trace that a write belongs to, as a W3C traceparent (https://www.w3.org/TR/trace-context/): what follows
  -- from it hours later stands in the same trace. Null while tracing is off.
  traceparent  text,
  created_at   timestamptz(3) NOT NULL,
  available_at timestamptz(3) NOT NULL,
  done_at      timestamptz(3),
  attempts     integer NOT NULL DEFAULT 0,
  last_error   text,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX outbox_pending ON outbox (kind, seq) WHERE done_at IS NULL;
-- A range of events by time: recovery walks it in batches, the event log filters by it.
CREATE INDEX outbox_events_by_time ON outbox (tenant_id, created_at, id) WHERE kind = 'event';
CREATE INDEX outbox_handed_over ON outbox (done_at) WHERE kind = 'workflow' AND done_at IS NOT NULL;

-- Files to remove, written by the transaction that gives them up. They are removed at once after its commit, and by
-- the hourly run of `tidyFiles` for as long as the row is here: a process that dies in between loses nothing.
CREATE TABLE file_removals (
  tenant_id  text NOT NULL REFERENCES tenants,
  key        text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, key),
  CHECK (starts_with(key, tenant_id || '/'))
);

-- Append-only. `seq` and `xid` are the database's to give; a seal covers the transactions that had committed.
CREATE TYPE audit_actor_kind AS ENUM ('API_KEY', 'USER', 'SYSTEM', 'ANONYMOUS');
CREATE TYPE audit_outcome AS ENUM ('ALLOWED', 'REFUSED', 'REPLAYED', 'FAILED');
CREATE TABLE audit_entries (
  tenant_id    text NOT NULL,
  id           text NOT NULL,
  seq          bigint GENERATED BY DEFAULT AS IDENTITY,
  occurred_at  timestamptz(3) NOT NULL,
  actor_kind   audit_actor_kind NOT NULL,
  actor_id     text NOT NULL,
  action       text NOT NULL,
  outcome      audit_outcome NOT NULL,
  code         text,
  http_status  integer,
  subject_type text,
  subject_id   text,
  request_id   text,
  workflow_id  text,
  changes      jsonb NOT NULL,
  xid          xid8 NOT NULL DEFAULT pg_current_xact_id(),
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX audit_entries_subject ON audit_entries (tenant_id, subject_id) WHERE subject_id IS NOT NULL;
CREATE INDEX audit_entries_xid ON audit_entries (tenant_id, xid, seq);
CREATE INDEX audit_entries_occurred_at ON audit_entries (tenant_id, occurred_at, id);
CREATE INDEX audit_entries_request ON audit_entries (tenant_id, request_id) WHERE request_id IS NOT NULL;
-- Reads say whose records they showed (docs/decisions/0041).
CREATE INDEX audit_entries_children ON audit_entries USING gin (changes jsonb_path_ops) WHERE changes ? 'children';

CREATE TABLE audit_seals (
  tenant_id     text NOT NULL,
  id            text NOT NULL,
  number        integer NOT NULL,
  from_xid      text NOT NULL,
  until_xid     text NOT NULL,
  entry_count   integer NOT NULL,
  last_seq      bigint NOT NULL,
  -- What a seal covers, row by row: the verifier says which row was touched. Hashes are 32 bytes each, in the order
  -- of the ids; they do not compress.
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

-- One row per seal of any tenant, in one chain: a tenant's newest seals cannot be cut off unseen.
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

-- Messaging ---------------------------------------------------------------------------------------

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

CREATE TABLE follow_up_steps (
  tenant_id              text NOT NULL,
  follow_up_id           text NOT NULL,
  step                   text NOT NULL,
  -- What the step will do, where that depends on what the centre chose.
  description            text,
  due_at                 timestamptz(3) NOT NULL,
  -- When it was due before quiet hours moved it.
  originally_due_at             timestamptz(3),
  run_now_at               timestamptz(3),
  status                 text NOT NULL CHECK (status IN ('SCHEDULED', 'DONE', 'SKIPPED', 'CANCELLED')),
  happened_at            timestamptz(3),
  outcome                text,
  action_required              text,
  acknowledged_at        timestamptz(3),
  acknowledged_by        text,
  acknowledged_action text,
  acknowledgment_note    text,
  PRIMARY KEY (tenant_id, follow_up_id, step),
  FOREIGN KEY (tenant_id, follow_up_id) REFERENCES follow_ups,
  CHECK ((status = 'SCHEDULED') = (happened_at IS NULL)),
  CONSTRAINT acknowledged_whole CHECK (
    num_nulls(acknowledged_at, acknowledged_by, acknowledged_action, acknowledgment_note) IN (0, 4)),
  CONSTRAINT acknowledged_settled CHECK (acknowledged_at IS NULL OR action_required IS NULL)
);
CREATE INDEX follow_up_steps_action_required ON follow_up_steps (tenant_id, follow_up_id) WHERE action_required IS NOT NULL;

-- The delivery log. Address and variables are ciphertext; the variables go once the message is sent.
CREATE TYPE message_status AS ENUM ('QUEUED', 'SENT', 'FAILED', 'SKIPPED', 'BOUNCED');
CREATE TABLE messages (
  tenant_id            text NOT NULL,
  id                   text NOT NULL,
  template             text NOT NULL,
  language             text NOT NULL,
  channel              text NOT NULL CHECK (channel IN ('EMAIL')),
  recipient_type       text NOT NULL
    CHECK (recipient_type IN ('client', 'provider', 'webhookEndpoint', 'tenant')),
  recipient_id         text NOT NULL,
  subject_type         text NOT NULL,
  subject_id           text NOT NULL,
  follow_up_id         text,
  step                 text,
  dedupe_key           text NOT NULL,
  status               message_status NOT NULL,
  reason               text,
  sealed_address       text,
  sealed_variables     text,
  originally_due_at        timestamptz(3) NOT NULL,
  due_at               timestamptz(3) NOT NULL,
  not_after            timestamptz(3),
  sent_at              timestamptz(3),
  -- A message that reached nobody asks for attention until this is set; a later failure clears it.
  action_settled_at timestamptz(3),
  created_at           timestamptz(3) NOT NULL,
  updated_at           timestamptz(3) NOT NULL,
  version              integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  -- Asked for twice, sent once.
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
CREATE INDEX messages_sealed ON messages (created_at)
  WHERE sealed_address IS NOT NULL OR sealed_variables IS NOT NULL;

-- Links that work once and without a login. Only the hash of the token is kept. Who follows one names no tenant, so
-- the platform looks it up.
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

-- Webhooks ----------------------------------------------------------------------------------------

CREATE TABLE webhook_endpoints (
  tenant_id             text NOT NULL REFERENCES tenants,
  id                    text NOT NULL,
  url                   text NOT NULL,
  event_types           text[] NOT NULL CHECK (cardinality(event_types) > 0),
  filter                jsonb NOT NULL DEFAULT '{}',
  max_events_per_second integer CHECK (max_events_per_second BETWEEN 1 AND 1000),
  signature_schemes     text[] NOT NULL CHECK (signature_schemes <@ ARRAY['v1', 'v2'] AND cardinality(signature_schemes) > 0),
  description           text,
  contact_email         text,
  headers               jsonb NOT NULL DEFAULT '[]',
  status                text NOT NULL CHECK (status IN ('ACTIVE', 'PAUSED', 'DISABLED')),
  status_reason         text,
  status_changed_at     timestamptz(3) NOT NULL DEFAULT now(),
  secrets               jsonb NOT NULL,
  courier               text NOT NULL DEFAULT 'ASLEEP' CHECK (courier IN ('ASLEEP', 'AWAKE')),
  failing_started_at         timestamptz(3),
  -- An endpoint that fails again and again is left alone until then, and tried with one delivery. `breaker_openings`
  -- counts how often that has failed in a row; 0 is a closed breaker.
  breaker_until         timestamptz(3),
  breaker_openings      integer NOT NULL DEFAULT 0,
  archived_at           timestamptz(3),
  created_at            timestamptz(3) NOT NULL,
  updated_at            timestamptz(3) NOT NULL,
  version               integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id)
);

-- A range of events by time that an endpoint is sent again, batch by batch.
CREATE TYPE webhook_recovery_status AS ENUM ('RUNNING', 'DONE', 'CANCELLED', 'FAILED');
CREATE TABLE webhook_recoveries (
  tenant_id     text NOT NULL,
  id            text NOT NULL,
  endpoint_id   text NOT NULL,
  starts_at         timestamptz(3) NOT NULL,
  ends_at         timestamptz(3) NOT NULL,
  status        webhook_recovery_status NOT NULL,
  status_reason text,
  -- The last event of the batches so far.
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
-- One index finds the deliveries of an event (for its foreign key) and keeps fan-out from making one
-- twice: a delivery is written three times, and every index costs each time. Redeliveries are many.
CREATE UNIQUE INDEX webhook_deliveries_of_event ON webhook_deliveries
  (tenant_id, event_id, endpoint_id, (CASE WHEN redelivery_of IS NULL THEN '' ELSE id END));
CREATE INDEX webhook_deliveries_recovery ON webhook_deliveries (tenant_id, recovery_id, id)
  WHERE recovery_id IS NOT NULL;
-- What failed is looked for among millions that did not.
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (tenant_id, endpoint_id, id) WHERE status = 'FAILED';

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
-- The last success and the last failure are one step away each; a window's percentiles never touch the table.
CREATE INDEX webhook_attempts_endpoint ON webhook_attempts (tenant_id, endpoint_id, outcome, started_at)
  INCLUDE (duration_ms);
CREATE INDEX webhook_attempts_started_at ON webhook_attempts (started_at);

-- Agents ------------------------------------------------------------------------------------------

-- What an agent proposes, whether somebody approved it, and what came of each action.
CREATE TYPE agent_run_status AS ENUM ('RUNNING', 'WAITING', 'SUCCEEDED', 'FAILED', 'CANCELLED');
CREATE TYPE agent_decision AS ENUM ('APPROVED', 'REJECTED');
CREATE TABLE agent_runs (
  tenant_id       text NOT NULL REFERENCES tenants,
  id              text NOT NULL,
  agent           text NOT NULL,
  status          agent_run_status NOT NULL,
  -- Ids and numbers only.
  input           jsonb NOT NULL,
  started_by      text NOT NULL,
  expires_at      timestamptz(3) NOT NULL,
  decision        agent_decision,
  decided_by      text,
  decided_at      timestamptz(3),
  decision_reason text,
  finished_at     timestamptz(3),
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  version         integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  CHECK ((decision IS NULL) = (decided_at IS NULL) AND (decision IS NULL) = (decided_by IS NULL)),
  CHECK ((status IN ('SUCCEEDED', 'FAILED', 'CANCELLED')) = (finished_at IS NOT NULL))
);

CREATE TYPE agent_action_status AS ENUM ('PROPOSED', 'DONE', 'SKIPPED', 'CANCELLED');
CREATE TABLE agent_actions (
  tenant_id    text NOT NULL,
  id           text NOT NULL,
  run_id       text NOT NULL,
  rank         integer NOT NULL CHECK (rank > 0),
  subject_type text NOT NULL,
  subject_id   text NOT NULL,
  -- Why, and the ids that it rests on; what is to be done, and to whom. Ids and numbers only.
  reasons      jsonb NOT NULL,
  proposal     jsonb NOT NULL,
  status       agent_action_status NOT NULL,
  outcome      text,
  settled_at   timestamptz(3),
  created_at   timestamptz(3) NOT NULL,
  updated_at   timestamptz(3) NOT NULL,
  version      integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, run_id, rank),
  FOREIGN KEY (tenant_id, run_id) REFERENCES agent_runs,
  CHECK ((status = 'PROPOSED') = (settled_at IS NULL))
);
CREATE INDEX agent_actions_subject ON agent_actions (tenant_id, subject_id);

-- Calls that no tenant can be held to account for (no token, unknown client) are the platform's.
INSERT INTO tenants (tenant_id, name, default_time_zone, currency, reminder_offsets_minutes, created_at, updated_at)
VALUES ('ten_platform', 'Platform', 'UTC', 'EUR', '{}', now(), now());
