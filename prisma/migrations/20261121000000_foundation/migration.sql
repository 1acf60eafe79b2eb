-- Foundation: the records of the main path, their isolation and their invariants.
--
-- Tables that grow with every call have no foreign key to tenants: each check would lock the one row that
-- all of a tenant's transactions share. Their rows come from a context whose tenant exists.

CREATE EXTENSION IF NOT EXISTS btree_gist;

-- Login roles are made by `therapy migrate`; `prisma migrate deploy` alone needs them to exist.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'therapy_app') THEN CREATE ROLE therapy_app NOLOGIN; END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'therapy_system') THEN CREATE ROLE therapy_system NOLOGIN; END IF;
END $$;

CREATE SCHEMA therapy;
GRANT USAGE ON SCHEMA therapy TO therapy_app, therapy_system;
GRANT USAGE ON SCHEMA public TO therapy_app, therapy_system;

-- The tenant of the transaction. A reused connection yields '' instead of NULL, hence NULLIF.
CREATE FUNCTION therapy.current_tenant() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT NULLIF(current_setting('app.tenant', true), '') $$;

-- Isolates a table: row-level security forced, the application sees its own tenant only.
-- `privileges` is what the application may do; `system` lets the platform's own processes
-- (relay, courier, sealer, sign-in) work across tenants.
CREATE PROCEDURE therapy.isolate(tab regclass, privileges text, system text DEFAULT NULL)
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', tab);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', tab);
  EXECUTE format('CREATE POLICY tenant_isolation ON %s TO therapy_app
    USING (tenant_id = therapy.current_tenant()) WITH CHECK (tenant_id = therapy.current_tenant())', tab);
  EXECUTE format('GRANT %s ON %s TO therapy_app', privileges, tab);
  IF system IS NOT NULL THEN
    EXECUTE format('CREATE POLICY platform ON %s TO therapy_system USING (true) WITH CHECK (true)', tab);
    EXECUTE format('GRANT %s ON %s TO therapy_system', system, tab);
  END IF;
END $$;

-- Organisation ---------------------------------------------------------------------------------

CREATE TABLE tenants (
  tenant_id                text PRIMARY KEY,
  name                     text NOT NULL,
  default_zone             text NOT NULL,
  currency                 char(3) NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  reminder_offsets_minutes integer[] NOT NULL,
  no_show_grace_minutes    integer NOT NULL DEFAULT 30 CHECK (no_show_grace_minutes BETWEEN 0 AND 1440),
  created_at               timestamptz(3) NOT NULL,
  updated_at               timestamptz(3) NOT NULL,
  version                  integer NOT NULL DEFAULT 1
);
CALL therapy.isolate('tenants', 'SELECT, INSERT, UPDATE', 'SELECT');

CREATE TABLE locations (
  tenant_id   text NOT NULL REFERENCES tenants,
  id          text NOT NULL,
  name        text NOT NULL,
  zone        text NOT NULL,
  address     jsonb,
  phone       text,
  archived_at timestamptz(3),
  created_at  timestamptz(3) NOT NULL,
  updated_at  timestamptz(3) NOT NULL,
  version     integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id)
);
CALL therapy.isolate('locations', 'SELECT, INSERT, UPDATE');

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
CALL therapy.isolate('rooms', 'SELECT, INSERT, UPDATE');

CREATE TABLE services (
  tenant_id             text NOT NULL REFERENCES tenants,
  id                    text NOT NULL,
  code                  text NOT NULL,
  name                  text NOT NULL,
  duration_minutes      integer NOT NULL CHECK (duration_minutes BETWEEN 1 AND 1440),
  buffer_before_minutes integer NOT NULL CHECK (buffer_before_minutes BETWEEN 0 AND 240),
  buffer_after_minutes  integer NOT NULL CHECK (buffer_after_minutes BETWEEN 0 AND 240),
  capacity              integer NOT NULL CHECK (capacity > 0),
  lead_time_minutes     integer NOT NULL CHECK (lead_time_minutes >= 0),
  requires_confirmation boolean NOT NULL,
  amount_minor          integer NOT NULL CHECK (amount_minor >= 0),
  currency              char(3) NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  archived_at           timestamptz(3),
  created_at            timestamptz(3) NOT NULL,
  updated_at            timestamptz(3) NOT NULL,
  version               integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX services_code_key ON services (tenant_id, code) WHERE archived_at IS NULL;
CALL therapy.isolate('services', 'SELECT, INSERT, UPDATE');

-- People ---------------------------------------------------------------------------------------

CREATE TABLE custom_field_definitions (
  tenant_id   text NOT NULL REFERENCES tenants,
  id          text NOT NULL,
  resource    text NOT NULL CHECK (resource IN ('client')),
  key         text NOT NULL CHECK (key ~ '^[a-z][a-z0-9_]{0,62}$'),
  label       text NOT NULL,
  type        text NOT NULL CHECK (type IN ('text', 'number', 'boolean', 'date', 'select')),
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
CALL therapy.isolate('custom_field_definitions', 'SELECT, INSERT, UPDATE');

CREATE TABLE clients (
  tenant_id     text NOT NULL REFERENCES tenants,
  id            text NOT NULL,
  name          text NOT NULL,
  email         text,
  phone         text,
  address       jsonb,
  custom_fields jsonb NOT NULL,
  archived_at   timestamptz(3),
  created_at    timestamptz(3) NOT NULL,
  updated_at    timestamptz(3) NOT NULL,
  version       integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id)
);
CALL therapy.isolate('clients', 'SELECT, INSERT, UPDATE');

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
CALL therapy.isolate('pets', 'SELECT, INSERT, UPDATE');

CREATE TABLE providers (
  tenant_id    text NOT NULL REFERENCES tenants,
  id           text NOT NULL,
  name         text NOT NULL,
  email        text,
  phone        text,
  specialties  text[] NOT NULL,
  languages    text[] NOT NULL,
  location_ids text[] NOT NULL,
  archived_at  timestamptz(3),
  created_at   timestamptz(3) NOT NULL,
  updated_at   timestamptz(3) NOT NULL,
  version      integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id)
);
CALL therapy.isolate('providers', 'SELECT, INSERT, UPDATE');

CREATE TABLE children (
  tenant_id           text NOT NULL REFERENCES tenants,
  id                  text NOT NULL,
  first_name          text NOT NULL,
  last_name           text NOT NULL,
  birth_date          date NOT NULL,
  programme           text,
  primary_provider_id text,
  referral            jsonb,
  archived_at         timestamptz(3),
  created_at          timestamptz(3) NOT NULL,
  updated_at          timestamptz(3) NOT NULL,
  version             integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, primary_provider_id) REFERENCES providers
);
CREATE INDEX children_primary_provider ON children (tenant_id, primary_provider_id);
CALL therapy.isolate('children', 'SELECT, INSERT, UPDATE');

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
CALL therapy.isolate('guardianships', 'SELECT, INSERT, UPDATE');

-- Scheduling -----------------------------------------------------------------------------------

-- Closed lists of the tables that every call writes to are types: a CHECK is parsed anew at every insert.
CREATE TYPE appointment_type AS ENUM
  ('THERAPY_SESSION', 'ASSESSMENT', 'INTAKE', 'FOLLOW_UP', 'GROUP_SESSION', 'PARENT_TRAINING', 'EARLY_INTERVENTION');
CREATE TYPE appointment_status AS ENUM
  ('HELD', 'PENDING_CONFIRMATION', 'CONFIRMED', 'CHECKED_IN', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED', 'NO_SHOW',
   'DECLINED', 'EXPIRED', 'ENTERED_IN_ERROR');
CREATE TYPE absent_party AS ENUM ('CLIENT', 'PROVIDER');

CREATE TABLE appointments (
  tenant_id         text NOT NULL,
  id                text NOT NULL,
  child_id          text NOT NULL,
  provider_id       text NOT NULL,
  service_id        text,
  location_id       text NOT NULL,
  room_id           text,
  type              appointment_type NOT NULL,
  status            appointment_status NOT NULL,
  starts_at         timestamptz(3) NOT NULL,
  ends_at           timestamptz(3) NOT NULL,
  busy_from         timestamptz(3) NOT NULL,
  busy_until        timestamptz(3) NOT NULL,
  zone              text NOT NULL,
  notes             text,
  amount_minor      integer CHECK (amount_minor >= 0),
  currency          char(3),
  cancellation      jsonb,
  absent_party      absent_party,
  error_reason      text,
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
  CHECK (busy_from <= starts_at AND starts_at < ends_at AND ends_at <= busy_until),
  CHECK ((amount_minor IS NULL) = (currency IS NULL)),
  CHECK ((status = 'CANCELLED') = (cancellation IS NOT NULL) OR status = 'ENTERED_IN_ERROR'),
  -- Double booking is impossible. Buffers take the provider and the room, not the child. Ids are unique over
  -- all tenants; their 64-bit hash makes the index a third of the size and twice as fast to insert into.
  CONSTRAINT appointments_provider_free EXCLUDE USING gist
    (hashtextextended(provider_id, 0) WITH =, tstzrange(busy_from, busy_until) WITH &&)
    WHERE (status IN ('HELD', 'PENDING_CONFIRMATION', 'CONFIRMED', 'CHECKED_IN', 'IN_PROGRESS', 'COMPLETED')),
  CONSTRAINT appointments_child_free EXCLUDE USING gist
    (hashtextextended(child_id, 0) WITH =, tstzrange(starts_at, ends_at) WITH &&)
    WHERE (status IN ('HELD', 'PENDING_CONFIRMATION', 'CONFIRMED', 'CHECKED_IN', 'IN_PROGRESS', 'COMPLETED')),
  CONSTRAINT appointments_room_free EXCLUDE USING gist
    (hashtextextended(room_id, 0) WITH =, tstzrange(busy_from, busy_until) WITH &&)
    WHERE (room_id IS NOT NULL AND
      status IN ('HELD', 'PENDING_CONFIRMATION', 'CONFIRMED', 'CHECKED_IN', 'IN_PROGRESS', 'COMPLETED'))
);
CREATE INDEX appointments_starts_at ON appointments (tenant_id, starts_at, id);
CREATE INDEX appointments_child ON appointments (tenant_id, child_id, starts_at);
CREATE INDEX appointments_provider ON appointments (tenant_id, provider_id, starts_at);
CALL therapy.isolate('appointments', 'SELECT, INSERT, UPDATE');

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
CALL therapy.isolate('appointment_changes', 'SELECT, INSERT');

-- Clinical -------------------------------------------------------------------------------------

CREATE TABLE sessions (
  tenant_id      text NOT NULL REFERENCES tenants,
  id             text NOT NULL,
  appointment_id text,
  child_id       text NOT NULL,
  provider_id    text NOT NULL,
  started_at     timestamptz(3) NOT NULL,
  ended_at       timestamptz(3),
  attendance     text NOT NULL CHECK (attendance IN ('ATTENDED', 'LATE', 'LEFT_EARLY', 'ABSENT')),
  billable       boolean NOT NULL,
  created_at     timestamptz(3) NOT NULL,
  updated_at     timestamptz(3) NOT NULL,
  version        integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, appointment_id),
  FOREIGN KEY (tenant_id, appointment_id) REFERENCES appointments,
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  CHECK (ended_at IS NULL OR ended_at >= started_at)
);
CREATE INDEX sessions_child ON sessions (tenant_id, child_id, started_at);
CALL therapy.isolate('sessions', 'SELECT, INSERT, UPDATE, DELETE');

CREATE TABLE session_notes (
  tenant_id  text NOT NULL REFERENCES tenants,
  id         text NOT NULL,
  session_id text NOT NULL,
  status     text NOT NULL CHECK (status IN ('DRAFT', 'AWAITING_COSIGN', 'SIGNED', 'AMENDED')),
  subjective text NOT NULL,
  objective  text NOT NULL,
  assessment text NOT NULL,
  plan       text NOT NULL,
  author_id  text NOT NULL,
  signed_at  timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  version    integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, session_id) REFERENCES sessions
);
CREATE INDEX session_notes_session ON session_notes (tenant_id, session_id, id);
CALL therapy.isolate('session_notes', 'SELECT, INSERT, UPDATE');

-- Commerce -------------------------------------------------------------------------------------

CREATE TABLE orders (
  tenant_id      text NOT NULL REFERENCES tenants,
  id             text NOT NULL,
  child_id       text NOT NULL,
  client_id      text,
  appointment_id text,
  status         text NOT NULL CHECK (status IN ('OPEN', 'PAID', 'CANCELLED')),
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
CREATE UNIQUE INDEX orders_appointment ON orders (tenant_id, appointment_id) WHERE status <> 'CANCELLED';
CREATE INDEX orders_child ON orders (tenant_id, child_id);
CALL therapy.isolate('orders', 'SELECT, INSERT, UPDATE');

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
CALL therapy.isolate('order_lines', 'SELECT, INSERT');

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
CALL therapy.isolate('payments', 'SELECT, INSERT, UPDATE');

-- Automation -----------------------------------------------------------------------------------

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
  created_at   timestamptz(3) NOT NULL,
  updated_at   timestamptz(3) NOT NULL,
  version      integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, workflow_id)
);
CREATE INDEX follow_ups_subject ON follow_ups (tenant_id, subject_id);
CALL therapy.isolate('follow_ups', 'SELECT, INSERT, UPDATE');

CREATE TABLE follow_up_steps (
  tenant_id    text NOT NULL,
  follow_up_id text NOT NULL,
  step         text NOT NULL,
  due_at       timestamptz(3) NOT NULL,
  status       text NOT NULL CHECK (status IN ('SCHEDULED', 'DONE', 'SKIPPED', 'CANCELLED')),
  happened_at  timestamptz(3),
  outcome      text,
  PRIMARY KEY (tenant_id, follow_up_id, step),
  FOREIGN KEY (tenant_id, follow_up_id) REFERENCES follow_ups,
  CHECK ((status = 'SCHEDULED') = (happened_at IS NULL))
);
CALL therapy.isolate('follow_up_steps', 'SELECT, INSERT, UPDATE, DELETE');

CREATE TYPE outbox_kind AS ENUM ('event', 'workflow');

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
  created_at   timestamptz(3) NOT NULL,
  available_at timestamptz(3) NOT NULL,
  done_at      timestamptz(3),
  attempts     integer NOT NULL DEFAULT 0,
  last_error   text,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX outbox_pending ON outbox (kind, seq) WHERE done_at IS NULL;
CALL therapy.isolate('outbox', 'SELECT, INSERT', 'SELECT, INSERT, UPDATE, DELETE');

-- Webhooks -------------------------------------------------------------------------------------

CREATE TABLE webhook_endpoints (
  tenant_id     text NOT NULL REFERENCES tenants,
  id            text NOT NULL,
  url           text NOT NULL,
  event_types   text[] NOT NULL CHECK (cardinality(event_types) > 0),
  description   text,
  status        text NOT NULL CHECK (status IN ('ACTIVE', 'PAUSED', 'DISABLED')),
  status_reason text,
  secrets       jsonb NOT NULL,
  courier       text NOT NULL DEFAULT 'ASLEEP' CHECK (courier IN ('ASLEEP', 'AWAKE')),
  failing_since timestamptz(3),
  archived_at   timestamptz(3),
  created_at    timestamptz(3) NOT NULL,
  updated_at    timestamptz(3) NOT NULL,
  version       integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id)
);
CALL therapy.isolate('webhook_endpoints', 'SELECT, INSERT, UPDATE', 'SELECT, UPDATE');

CREATE TABLE webhook_deliveries (
  tenant_id        text NOT NULL,
  id               text NOT NULL,
  endpoint_id      text NOT NULL,
  event_id         text NOT NULL,
  event_type       text NOT NULL,
  status           text NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed')),
  attempts         integer NOT NULL DEFAULT 0,
  event_created_at timestamptz(3) NOT NULL,
  next_attempt_at  timestamptz(3),
  last_reason      text,
  redelivery_of    text,
  finished_at      timestamptz(3),
  created_at       timestamptz(3) NOT NULL,
  updated_at       timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, endpoint_id) REFERENCES webhook_endpoints,
  FOREIGN KEY (tenant_id, event_id) REFERENCES outbox,
  CHECK ((status = 'pending') = (finished_at IS NULL)),
  CHECK ((status = 'pending') = (next_attempt_at IS NOT NULL))
);
-- Fan-out run twice adds nothing.
CREATE UNIQUE INDEX webhook_deliveries_once ON webhook_deliveries (tenant_id, endpoint_id, event_id)
  WHERE redelivery_of IS NULL;
-- For the foreign key: without it each event that retention deletes would scan all deliveries.
CREATE INDEX webhook_deliveries_event ON webhook_deliveries (tenant_id, event_id);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (tenant_id, endpoint_id, next_attempt_at)
  WHERE status = 'pending';
CALL therapy.isolate('webhook_deliveries', 'SELECT, INSERT, UPDATE', 'SELECT, INSERT, UPDATE');

CREATE TABLE webhook_attempts (
  tenant_id     text NOT NULL,
  id            text NOT NULL,
  delivery_id   text NOT NULL,
  number        integer NOT NULL,
  started_at    timestamptz(3) NOT NULL,
  duration_ms   integer NOT NULL,
  outcome       text NOT NULL CHECK (outcome IN ('succeeded', 'failed', 'gone')),
  status_code   integer,
  reason        text,
  response_body text,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, delivery_id) REFERENCES webhook_deliveries,
  UNIQUE (tenant_id, delivery_id, number)
);
CALL therapy.isolate('webhook_attempts', 'SELECT', 'SELECT, INSERT');

-- Identity -------------------------------------------------------------------------------------

CREATE TABLE api_keys (
  tenant_id             text NOT NULL REFERENCES tenants,
  id                    text NOT NULL UNIQUE,
  name                  text NOT NULL,
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
  PRIMARY KEY (tenant_id, id)
);
CALL therapy.isolate('api_keys', 'SELECT, INSERT, UPDATE', 'SELECT, UPDATE');

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
CALL therapy.isolate('refresh_tokens', 'SELECT, INSERT, UPDATE, DELETE', 'SELECT, INSERT, UPDATE, DELETE');

CREATE TABLE revoked_tokens (
  tenant_id  text NOT NULL,
  id         text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CALL therapy.isolate('revoked_tokens', 'SELECT, INSERT, DELETE', 'SELECT, INSERT, DELETE');

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
CALL therapy.isolate('idempotency_keys', 'SELECT, INSERT, DELETE', 'SELECT, DELETE');

-- The platform's own: no tenant's data, no grant to the application.
CREATE TABLE signing_keys (
  id         text PRIMARY KEY,
  purpose    text NOT NULL CHECK (purpose IN ('access_token', 'webhook', 'audit_seal')),
  algorithm  text NOT NULL,
  public_jwk jsonb NOT NULL,
  ciphertext text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  retired_at timestamptz(3)
);
CREATE UNIQUE INDEX signing_keys_active ON signing_keys (purpose) WHERE retired_at IS NULL;
GRANT SELECT, INSERT, UPDATE ON signing_keys TO therapy_system;

-- rate-limiter-flexible's own shape.
CREATE UNLOGGED TABLE rate_limits (
  key    varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
GRANT SELECT, INSERT, UPDATE, DELETE ON rate_limits TO therapy_system;

-- Audit ----------------------------------------------------------------------------------------

CREATE TYPE audit_actor_kind AS ENUM ('client', 'user', 'system', 'anonymous');
CREATE TYPE audit_outcome AS ENUM ('allowed', 'refused', 'replayed', 'failed');

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
CREATE INDEX audit_entries_seq ON audit_entries (tenant_id, seq);
CREATE INDEX audit_entries_subject ON audit_entries (tenant_id, subject_id) WHERE subject_id IS NOT NULL;
CALL therapy.isolate('audit_entries', 'SELECT, INSERT', 'SELECT, INSERT');

CREATE TABLE audit_seals (
  tenant_id     text NOT NULL,
  id            text NOT NULL,
  number        integer NOT NULL,
  from_xid      text NOT NULL,
  until_xid     text NOT NULL,
  entry_count   integer NOT NULL,
  last_seq      bigint NOT NULL,
  entries_hash  text NOT NULL,
  previous_hash text NOT NULL,
  seal_hash     text NOT NULL,
  key_id        text NOT NULL,
  signature     text NOT NULL,
  created_at    timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, number)
);
CALL therapy.isolate('audit_seals', 'SELECT', 'SELECT, INSERT');

CREATE FUNCTION therapy.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION therapy.refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON audit_seals
  FOR EACH ROW EXECUTE FUNCTION therapy.refuse_change();

-- Calls that no tenant can be held to account for (no token, unknown client) are the platform's.
INSERT INTO tenants (tenant_id, name, default_zone, currency, reminder_offsets_minutes, created_at, updated_at)
VALUES ('ten_platform', 'Platform', 'UTC', 'EUR', '{}', now(), now());
