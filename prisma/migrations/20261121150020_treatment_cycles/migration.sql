-- Treatment cycles: what a payer authorised for a child in a period, and how much of it is used.

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
  authorised        integer NOT NULL CHECK (authorised BETWEEN 1 AND 10000),
  starts_on         date NOT NULL,
  ends_on           date NOT NULL,
  renewal_lead_days integer NOT NULL CHECK (renewal_lead_days BETWEEN 0 AND 180),
  -- Counted anew with every session that changes, and whenever the follow-up plans.
  used              integer NOT NULL DEFAULT 0 CHECK (used >= 0),
  used_percent      integer NOT NULL GENERATED ALWAYS AS (used * 100 / authorised) STORED,
  renew_on          date NOT NULL GENERATED ALWAYS AS (ends_on - renewal_lead_days) STORED,
  -- Since when so much is used; null below it.
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
  -- A session counts towards one.
  CONSTRAINT treatment_cycles_period EXCLUDE USING gist (tenant_id WITH =, child_id WITH =,
    COALESCE(service_id, '') WITH =, daterange(starts_on, ends_on, '[]') WITH &&) WHERE (closed_at IS NULL)
);
CREATE INDEX treatment_cycles_child ON treatment_cycles (tenant_id, child_id);
CREATE INDEX treatment_cycles_service ON treatment_cycles (tenant_id, service_id);
CREATE INDEX treatment_cycles_provider ON treatment_cycles (tenant_id, provider_id);
CREATE INDEX treatment_cycles_ends_on ON treatment_cycles (tenant_id, ends_on, id);
CREATE INDEX treatment_cycles_used ON treatment_cycles (tenant_id, used_percent, id);
CALL therapy.isolate('treatment_cycles', 'SELECT, INSERT, UPDATE');
