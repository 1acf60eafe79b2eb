-- Public forms by which families ask (docs/decisions/0125): what is typed is no lead before the address is proven.

CREATE TABLE lead_forms (
  tenant_id       text NOT NULL REFERENCES tenants,
  id              text NOT NULL,
  name            text NOT NULL,
  active          boolean NOT NULL,
  location_id     text,
  campaign        text,
  -- By language: title and introduction.
  texts           jsonb NOT NULL,
  questions       text[] NOT NULL,
  required        text[] NOT NULL CHECK (required <@ questions),
  -- What a family agrees to, in the words of a version.
  consents        jsonb NOT NULL,
  consent_version integer NOT NULL DEFAULT 1 CHECK (consent_version > 0),
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  version         integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, location_id) REFERENCES locations
);
-- Whose a form is, by the address of its page.
CREATE UNIQUE INDEX lead_forms_id ON lead_forms (id);
CREATE INDEX lead_forms_updated ON lead_forms (tenant_id, updated_at, id);
CALL therapy.isolate('lead_forms', 'SELECT, INSERT, UPDATE');
CALL therapy.restrict_writes_to_locations('lead_forms');
CREATE POLICY platform ON lead_forms FOR SELECT TO therapy_system USING (true);
GRANT SELECT (tenant_id, id, active) ON lead_forms TO therapy_system;

-- What somebody typed who has not proven their address: for a day.
CREATE TABLE lead_intakes (
  tenant_id  text NOT NULL,
  id         text NOT NULL,
  form_id    text NOT NULL,
  language   text NOT NULL,
  email      text NOT NULL,
  said       jsonb NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, form_id) REFERENCES lead_forms
);
CREATE INDEX lead_intakes_email ON lead_intakes (tenant_id, lower(email));
CREATE INDEX lead_intakes_form ON lead_intakes (tenant_id, form_id);
CREATE INDEX lead_intakes_expiry ON lead_intakes (expires_at);
CALL therapy.isolate('lead_intakes', 'SELECT, INSERT, DELETE');
-- Nobody of the centre reads it.
CALL therapy.restrict_where('lead_intakes', 'false');
CALL therapy.erasable('lead_intakes');
-- Retention removes what was not proven.
CREATE POLICY platform ON lead_intakes TO therapy_system USING (true);
GRANT SELECT (ctid, expires_at), DELETE ON lead_intakes TO therapy_system;

ALTER TABLE leads ADD FOREIGN KEY (tenant_id, form_id) REFERENCES lead_forms;
CREATE INDEX leads_form ON leads (tenant_id, form_id) WHERE form_id IS NOT NULL;

ALTER TABLE messages DROP CONSTRAINT messages_recipient_type_check;
ALTER TABLE messages ADD CONSTRAINT messages_recipient_type_check
  CHECK (recipient_type IN ('client', 'provider', 'webhookEndpoint', 'tenant', 'user', 'onboardingReference', 'lead', 'leadIntake'));
-- Retention empties where the proof was sent.
GRANT SELECT (recipient_type) ON messages TO therapy_system;
