-- iCalendar feeds: secret addresses that calendar programs read without a login. The token is nowhere: only its
-- hash is. Who follows one says no tenant, so the platform looks it up.
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
CALL therapy.isolate('calendar_feeds', 'SELECT, INSERT, UPDATE', 'SELECT');

-- What a room's feed reads.
CREATE INDEX appointments_room_starts_at ON appointments (tenant_id, room_id, starts_at) WHERE room_id IS NOT NULL;
