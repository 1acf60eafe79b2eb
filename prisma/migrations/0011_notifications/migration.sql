-- How people are told what waits for them: when, and who is told while they are away.
CREATE TABLE absences (
  tenant_id  text NOT NULL REFERENCES tenants,
  id         text NOT NULL,
  user_id    text NOT NULL,
  deputy_id  text NOT NULL,
  starts_at  timestamptz(3) NOT NULL,
  ends_at    timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  version    integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users,
  FOREIGN KEY (tenant_id, deputy_id) REFERENCES users,
  CHECK (user_id <> deputy_id),
  CHECK (starts_at <= ends_at)
);
CREATE INDEX absences_updated ON absences (tenant_id, updated_at, id);
CREATE INDEX absences_of_user ON absences (tenant_id, user_id, ends_at);
CREATE INDEX absences_of_deputy ON absences (tenant_id, deputy_id);
CALL therapy.isolate('absences', 'SELECT, INSERT, UPDATE');

-- What a person, or the centre for a role, has chosen. Other kinds follow the platform's defaults.
CREATE TABLE notification_choices (
  tenant_id  text NOT NULL REFERENCES tenants,
  -- A user's id, a role of the platform, or the id of a role of the centre.
  chosen_for text NOT NULL,
  kind       text NOT NULL,
  delivery   text NOT NULL,
  PRIMARY KEY (tenant_id, chosen_for, kind)
);
CALL therapy.isolate('notification_choices', 'SELECT, INSERT, UPDATE, DELETE');

ALTER TABLE tenants ADD COLUMN digest_time text NOT NULL DEFAULT '08:00';

-- What people were told of the worklist: each wait once. `next_at` is when they are reminded, or others are told.
CREATE TABLE worklist_notices (
  tenant_id text NOT NULL REFERENCES tenants,
  entry_id  text NOT NULL,
  since     timestamptz(3) NOT NULL,
  told_at   timestamptz(3) NOT NULL,
  due_at    timestamptz(3),
  stage     integer NOT NULL DEFAULT 0,
  next_at   timestamptz(3),
  PRIMARY KEY (tenant_id, entry_id, since)
);
CREATE INDEX worklist_notices_next ON worklist_notices (tenant_id, next_at) WHERE next_at IS NOT NULL;
CREATE INDEX worklist_notices_told_at ON worklist_notices (told_at);
CALL therapy.isolate('worklist_notices', 'SELECT, INSERT, UPDATE, DELETE');

-- Until when a centre’s people were told; what waited before the first time is in the worklist only.
ALTER TABLE tenants ADD COLUMN told_until timestamptz(3);
CREATE INDEX messages_waiting ON messages (tenant_id, recipient_id, due_at) WHERE status = 'QUEUED' AND template = 'worklist.waiting';
