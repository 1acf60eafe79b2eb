-- The individualized family service plans of early-intervention programs (34 CFR 303.344), one row for each version
-- (domain/early-intervention/ifsps). A version is frozen when it is presented: prisma/functions/ifsps.sql.
CREATE TABLE ifsps (
  tenant_id      text NOT NULL REFERENCES tenants,
  id             text NOT NULL,
  program_id     text NOT NULL,
  number         integer NOT NULL CHECK (number > 0),
  kind           text NOT NULL CHECK (kind IN ('INITIAL', 'PERIODIC_REVIEW', 'ANNUAL')),
  status         text NOT NULL CHECK (status IN ('DRAFT', 'PRESENTED', 'SIGNED', 'SUPERSEDED', 'WITHDRAWN')),
  meeting_on     date NOT NULL,
  present_levels jsonb NOT NULL,
  family         jsonb NOT NULL,
  outcomes       jsonb NOT NULL,
  other_services jsonb NOT NULL,
  transition     jsonb NOT NULL,
  change_note    text,
  -- What the program had when the plan was presented, and what differs from the version before.
  services       jsonb,
  coordinator_id text,
  changes        text[] NOT NULL DEFAULT '{}',
  content_hash   text,
  presented_at   timestamptz(3),
  asked_at       timestamptz(3),
  signed_at      timestamptz(3),
  created_at     timestamptz(3) NOT NULL,
  updated_at     timestamptz(3) NOT NULL,
  version        integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, program_id, number),
  FOREIGN KEY (tenant_id, program_id) REFERENCES early_intervention_programs,
  FOREIGN KEY (tenant_id, coordinator_id) REFERENCES providers,
  CHECK (num_nonnulls(services, content_hash, presented_at) IN (0, 3)),
  CHECK (status <> 'DRAFT' OR presented_at IS NULL),
  CHECK (status IN ('DRAFT', 'WITHDRAWN') OR presented_at IS NOT NULL),
  CHECK ((status IN ('SIGNED', 'SUPERSEDED')) = (signed_at IS NOT NULL))
);
CREATE UNIQUE INDEX ifsps_one_open ON ifsps (tenant_id, program_id) WHERE status IN ('DRAFT', 'PRESENTED');
CREATE UNIQUE INDEX ifsps_one_signed ON ifsps (tenant_id, program_id) WHERE status = 'SIGNED';
CREATE INDEX ifsps_waiting ON ifsps (tenant_id, presented_at) WHERE status = 'PRESENTED';
CREATE INDEX ifsps_coordinator ON ifsps (tenant_id, coordinator_id) WHERE coordinator_id IS NOT NULL;
CREATE INDEX ifsps_updated ON ifsps (tenant_id, updated_at, id);
CALL therapy.isolate('ifsps', 'SELECT, INSERT, UPDATE');
CALL therapy.restrict('ifsps', 'program_id', 'early_intervention_programs');
CALL therapy.erasable('ifsps');
GRANT SELECT (tenant_id, id, program_id) ON ifsps TO therapy_care;
CREATE POLICY care ON ifsps FOR SELECT TO therapy_care USING (tenant_id = therapy.current_tenant());

-- Signatures of a parent and of the service coordinator.
CREATE TABLE ifsp_signatures (
  tenant_id         text NOT NULL REFERENCES tenants,
  id                text NOT NULL,
  ifsp_id           text NOT NULL,
  role              text NOT NULL CHECK (role IN ('PARENT', 'SERVICE_COORDINATOR')),
  client_id         text,
  provider_id       text,
  -- As the signer typed it, or wrote it on paper.
  signed_name       text NOT NULL,
  channel           text NOT NULL CHECK (channel IN ('LINK', 'PAPER', 'API')),
  -- The services to which the parent does not consent (34 CFR 303.342(e), 303.420(d)).
  declined_services text[] NOT NULL DEFAULT '{}',
  signed_on         date NOT NULL,
  actor_id          text NOT NULL,
  content_hash      text NOT NULL,
  key_id            text NOT NULL,
  signature         text NOT NULL,
  signed_at         timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, ifsp_id, role),
  FOREIGN KEY (tenant_id, ifsp_id) REFERENCES ifsps,
  FOREIGN KEY (tenant_id, client_id) REFERENCES clients,
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  CHECK ((role = 'PARENT') = (client_id IS NOT NULL)),
  CHECK ((role = 'SERVICE_COORDINATOR') = (provider_id IS NOT NULL))
);
CREATE INDEX ifsp_signatures_client ON ifsp_signatures (tenant_id, client_id) WHERE client_id IS NOT NULL;
CREATE INDEX ifsp_signatures_provider ON ifsp_signatures (tenant_id, provider_id) WHERE provider_id IS NOT NULL;
CALL therapy.isolate('ifsp_signatures', 'SELECT, INSERT');
CALL therapy.restrict('ifsp_signatures', 'ifsp_id', 'ifsps');
CALL therapy.erasable('ifsp_signatures');
