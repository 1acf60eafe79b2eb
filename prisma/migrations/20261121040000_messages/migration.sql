-- Messages to people, one-time links in them, and the answers to these.

-- What a centre decided about its messages. Quiet hours are local times such as 21:00; from 21:00 until 07:00
-- goes across midnight.
ALTER TABLE tenants
  ADD COLUMN message_language  text NOT NULL DEFAULT 'en',
  ADD COLUMN quiet_hours_from  text CHECK (quiet_hours_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  ADD COLUMN quiet_hours_until text CHECK (quiet_hours_until ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  ADD CHECK ((quiet_hours_from IS NULL) = (quiet_hours_until IS NULL)),
  ADD CHECK (quiet_hours_from <> quiet_hours_until);

CREATE TYPE message_status AS ENUM ('QUEUED', 'SENT', 'FAILED', 'SKIPPED', 'BOUNCED');

-- The delivery log. Address and variables are ciphertext; the variables go once the message is sent.
CREATE TABLE messages (
  tenant_id        text NOT NULL,
  id               text NOT NULL,
  template         text NOT NULL,
  language         text NOT NULL,
  channel          text NOT NULL CHECK (channel IN ('email')),
  recipient_type   text NOT NULL CHECK (recipient_type IN ('client', 'provider')),
  recipient_id     text NOT NULL,
  subject_type     text NOT NULL,
  subject_id       text NOT NULL,
  follow_up_id     text,
  step             text,
  dedupe_key       text NOT NULL,
  status           message_status NOT NULL,
  reason           text,
  sealed_address   text,
  sealed_variables text,
  requested_for    timestamptz(3) NOT NULL,
  due_at           timestamptz(3) NOT NULL,
  not_after        timestamptz(3),
  sent_at          timestamptz(3),
  created_at       timestamptz(3) NOT NULL,
  updated_at       timestamptz(3) NOT NULL,
  version          integer NOT NULL DEFAULT 1,
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
CALL therapy.isolate('messages', 'SELECT, INSERT, UPDATE');

-- Links that work once and without a login. The token is nowhere: only its hash is. Who follows one says no
-- tenant, so the platform looks it up.
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
CALL therapy.isolate('one_time_links', 'SELECT, INSERT, UPDATE', 'SELECT');

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
CALL therapy.isolate('feedback', 'SELECT, INSERT');
