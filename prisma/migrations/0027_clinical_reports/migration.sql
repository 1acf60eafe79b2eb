-- Progress reports and discharge summaries (domain/clinical/reports): what a period of a child's record shows, with
-- its evidence, and what the therapist writes. Frozen from the first signature on: prisma/functions/clinical-reports.sql.
CREATE TABLE clinical_reports (
  tenant_id       text NOT NULL REFERENCES tenants,
  id              text NOT NULL,
  child_id        text NOT NULL,
  kind            text NOT NULL CHECK (kind IN ('PROGRESS_REPORT', 'DISCHARGE_SUMMARY')),
  status          text NOT NULL CHECK (status IN ('DRAFT', 'AWAITING_COSIGN', 'SIGNED', 'REPLACED', 'WITHDRAWN')),
  provider_id     text NOT NULL,
  starts_on       date NOT NULL,
  ends_on         date NOT NULL,
  findings        jsonb NOT NULL,
  summary         text,
  recommendations text,
  -- The signed report that this one corrects.
  replaces_id     text,
  due_at          timestamptz(3),
  revision        integer NOT NULL DEFAULT 1 CHECK (revision > 0),
  supervisor_id   text,
  return_reason   text,
  signed_at       timestamptz(3),
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  version         integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  FOREIGN KEY (tenant_id, supervisor_id) REFERENCES providers,
  FOREIGN KEY (tenant_id, replaces_id) REFERENCES clinical_reports,
  CHECK (ends_on >= starts_on),
  CHECK ((status IN ('SIGNED', 'REPLACED')) = (signed_at IS NOT NULL)),
  CHECK (status <> 'AWAITING_COSIGN' OR supervisor_id IS NOT NULL)
);
CREATE INDEX clinical_reports_child ON clinical_reports (tenant_id, child_id, ends_on);
CREATE INDEX clinical_reports_provider ON clinical_reports (tenant_id, provider_id);
CREATE INDEX clinical_reports_waiting ON clinical_reports (tenant_id, created_at)
  WHERE status IN ('DRAFT', 'AWAITING_COSIGN');
CREATE UNIQUE INDEX clinical_reports_replaces ON clinical_reports (tenant_id, replaces_id)
  WHERE replaces_id IS NOT NULL AND status <> 'WITHDRAWN';
CREATE INDEX clinical_reports_supervisor ON clinical_reports (tenant_id, supervisor_id) WHERE supervisor_id IS NOT NULL;
CREATE INDEX clinical_reports_updated ON clinical_reports (tenant_id, updated_at, id);
CALL therapy.isolate('clinical_reports', 'SELECT, INSERT, UPDATE');
CALL therapy.restrict('clinical_reports');
CALL therapy.erasable('clinical_reports');

-- Signatures of the therapist and, for a supervised one, of the supervisor.
CREATE TABLE clinical_report_signatures (
  tenant_id         text NOT NULL REFERENCES tenants,
  id                text NOT NULL,
  report_id         text NOT NULL,
  revision          integer NOT NULL,
  role              text NOT NULL CHECK (role IN ('AUTHOR', 'COSIGNER')),
  actor_id          text NOT NULL,
  signer_name       text NOT NULL,
  signer_session_id text,
  provider_id       text NOT NULL,
  on_behalf         boolean NOT NULL,
  delegated_by_id   text,
  content_hash      text NOT NULL,
  key_id            text NOT NULL,
  signature         text NOT NULL,
  signed_at         timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, report_id, revision, role),
  FOREIGN KEY (tenant_id, report_id) REFERENCES clinical_reports,
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  FOREIGN KEY (tenant_id, delegated_by_id) REFERENCES providers
);
CREATE INDEX clinical_report_signatures_provider ON clinical_report_signatures (tenant_id, provider_id);
CREATE INDEX clinical_report_signatures_delegated ON clinical_report_signatures (tenant_id, delegated_by_id)
  WHERE delegated_by_id IS NOT NULL;
CALL therapy.isolate('clinical_report_signatures', 'SELECT, INSERT');
CALL therapy.restrict('clinical_report_signatures', 'report_id', 'clinical_reports');
CALL therapy.erasable('clinical_report_signatures');
CREATE POLICY signs_as_itself ON clinical_report_signatures AS RESTRICTIVE FOR INSERT TO therapy_caseload
  WITH CHECK (provider_id = current_setting('app.provider', true) AND NOT on_behalf);

-- The report that a discharge asks the therapist to sign.
ALTER TABLE discharges ADD COLUMN summary_report_id text;
ALTER TABLE discharges ADD FOREIGN KEY (tenant_id, summary_report_id) REFERENCES clinical_reports;
CREATE INDEX discharges_summary_report ON discharges (tenant_id, summary_report_id) WHERE summary_report_id IS NOT NULL;
