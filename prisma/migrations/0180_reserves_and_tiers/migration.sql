-- Reserves of settlements, and split terms in tiers (docs/decisions/0209).

ALTER TABLE split_terms
  ADD COLUMN tiers   jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN reserve jsonb;

ALTER TABLE settlements
  ADD COLUMN withheld_minor integer NOT NULL DEFAULT 0 CHECK (withheld_minor >= 0),
  ADD COLUMN released_minor integer NOT NULL DEFAULT 0 CHECK (released_minor >= 0),
  DROP CONSTRAINT settlements_check2,
  ADD CONSTRAINT settlements_due CHECK (
    payout_minor + carried_out_minor = provider_minor + carried_in_minor + released_minor - withheld_minor),
  ADD CHECK (withheld_minor = 0 OR carried_out_minor = 0);
ALTER TABLE settlements ALTER COLUMN withheld_minor DROP DEFAULT, ALTER COLUMN released_minor DROP DEFAULT;

-- What a settlement keeps back of what the provider has to get.
CREATE TABLE reserves (
  tenant_id      text NOT NULL REFERENCES tenants,
  id             text NOT NULL,
  settlement_id  text NOT NULL,
  provider_id    text NOT NULL,
  currency       char(3) NOT NULL,
  amount_minor   integer NOT NULL CHECK (amount_minor > 0),
  -- What later settlements have paid out of it, or taken for what was owed.
  released_minor integer NOT NULL DEFAULT 0 CHECK (released_minor BETWEEN 0 AND amount_minor),
  days           integer NOT NULL CHECK (days BETWEEN 1 AND 730),
  reason         text,
  -- Known once its settlement is paid.
  releases_on    date,
  -- Not of a settlement that failed or was cancelled.
  counts         boolean NOT NULL DEFAULT true,
  created_at     timestamptz(3) NOT NULL,
  updated_at     timestamptz(3) NOT NULL,
  version        integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, settlement_id) REFERENCES settlements,
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers
);
CREATE INDEX reserves_of_settlement ON reserves (tenant_id, settlement_id);
CREATE INDEX reserves_open ON reserves (tenant_id, provider_id, currency) WHERE counts AND released_minor < amount_minor;
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

CALL therapy.isolate('reserves', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('reserve_releases', 'SELECT, INSERT, UPDATE');
CALL therapy.restrict_where('reserves', 'false');
CALL therapy.restrict_where('reserve_releases', 'false');
