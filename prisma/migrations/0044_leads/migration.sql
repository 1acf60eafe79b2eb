-- Leads (docs/decisions/0124): families who ask for a place, before there is a record of the child.

CREATE TABLE leads (
  tenant_id        text NOT NULL REFERENCES tenants,
  id               text NOT NULL,
  status           text NOT NULL CHECK (status IN (
    'NEW', 'QUALIFYING', 'QUALIFIED', 'MATCHED', 'CONVERTED', 'LOST', 'EXPIRED')),
  -- Since when it has this status, and until when it should have the next.
  stage_entered_at timestamptz(3) NOT NULL,
  due_at           timestamptz(3),
  -- When the family was last heard of.
  heard_at         timestamptz(3) NOT NULL,
  source           text NOT NULL CHECK (source IN ('FORM', 'PHONE', 'EMAIL', 'REFERRAL', 'WALK_IN', 'PARTNER', 'OTHER')),
  campaign         text,
  form_id          text,
  location_id      text,
  assignee_id      text,
  language         text NOT NULL,
  -- The family. All of it goes when the lead is forgotten.
  contact_name     text,
  contact_email    text,
  contact_phone    text,
  relationship     text,
  child_first_name text,
  child_last_name  text,
  child_birth_date date,
  message          text,
  -- What is asked for, in words of the centre and of matching.
  needs            text[] NOT NULL DEFAULT '{}',
  languages        text[] NOT NULL DEFAULT '{}',
  modality         text,
  payer            text,
  state            text,
  latest_start_on         date,
  -- What they agreed to: kind, text, version, when.
  consents         jsonb NOT NULL DEFAULT '[]',
  match_id         text,
  -- What became of it.
  child_id         text,
  client_id        text,
  lost_reason      text CHECK (lost_reason IN ('NO_ANSWER', 'NO_CAPACITY', 'NOT_ELIGIBLE', 'WENT_ELSEWHERE', 'TOO_FAR',
    'COST', 'DUPLICATE', 'WITHDRAWN', 'ERASED', 'OTHER')),
  closed_at        timestamptz(3),
  -- When what names the family was deleted.
  forgotten_at     timestamptz(3),
  created_by       text NOT NULL,
  created_at       timestamptz(3) NOT NULL,
  updated_at       timestamptz(3) NOT NULL,
  version          integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, location_id) REFERENCES locations,
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  FOREIGN KEY (tenant_id, client_id) REFERENCES clients,
  FOREIGN KEY (tenant_id, match_id) REFERENCES therapist_matches ON DELETE SET NULL (match_id),
  CHECK ((status = 'CONVERTED') = (child_id IS NOT NULL AND client_id IS NOT NULL)),
  CHECK ((status = 'LOST') = (lost_reason IS NOT NULL)),
  CHECK ((status IN ('CONVERTED', 'LOST', 'EXPIRED')) = (closed_at IS NOT NULL)),
  CHECK (forgotten_at IS NULL OR closed_at IS NOT NULL)
);
CREATE INDEX leads_board ON leads (tenant_id, status, stage_entered_at, id);
CREATE INDEX leads_created ON leads (tenant_id, created_at, id);
CREATE INDEX leads_updated ON leads (tenant_id, updated_at, id);
CREATE INDEX leads_child ON leads (tenant_id, child_id) WHERE child_id IS NOT NULL;
CREATE INDEX leads_client ON leads (tenant_id, client_id) WHERE client_id IS NOT NULL;
CREATE INDEX leads_match ON leads (tenant_id, match_id) WHERE match_id IS NOT NULL;
-- Who may be known already: by e-mail address and by telephone number, however they are written.
CREATE INDEX leads_email ON leads (tenant_id, lower(contact_email)) WHERE contact_email IS NOT NULL;
CREATE INDEX leads_phone ON leads (tenant_id, regexp_replace(contact_phone, '\D', '', 'g')) WHERE contact_phone IS NOT NULL;
CREATE INDEX clients_email ON clients (tenant_id, lower(email)) WHERE email IS NOT NULL;
CREATE INDEX clients_phone ON clients (tenant_id, regexp_replace(phone, '\D', '', 'g')) WHERE phone IS NOT NULL;

-- Which stages it has gone through, and until when each should have been left.
CREATE TABLE lead_stages (
  tenant_id  text NOT NULL,
  lead_id    text NOT NULL,
  number     integer NOT NULL CHECK (number > 0),
  status     text NOT NULL,
  entered_at timestamptz(3) NOT NULL,
  due_at     timestamptz(3),
  entered_by text NOT NULL,
  PRIMARY KEY (tenant_id, lead_id, number),
  FOREIGN KEY (tenant_id, lead_id) REFERENCES leads
);

-- Somebody of the centre tried to reach the family.
CREATE TABLE lead_contact_attempts (
  tenant_id  text NOT NULL,
  id         text NOT NULL,
  lead_id    text NOT NULL,
  channel    text NOT NULL CHECK (channel IN ('EMAIL', 'PHONE')),
  outcome    text NOT NULL CHECK (outcome IN ('REACHED', 'NO_ANSWER', 'LEFT_MESSAGE', 'CALL_BACK', 'WRONG_CONTACT')),
  note       text,
  -- Of CALL_BACK: when the family wants to be called.
  call_at    timestamptz(3),
  made_at    timestamptz(3) NOT NULL,
  made_by    text NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, lead_id) REFERENCES leads,
  CHECK ((outcome = 'CALL_BACK') = (call_at IS NOT NULL))
);
CREATE INDEX lead_contact_attempts_lead ON lead_contact_attempts (tenant_id, lead_id, id);

-- The family was offered to a provider, who alone can take it until then.
CREATE TABLE lead_offers (
  tenant_id   text NOT NULL,
  id          text NOT NULL,
  lead_id     text NOT NULL,
  provider_id text NOT NULL,
  status      text NOT NULL CHECK (status IN ('OPEN', 'ACCEPTED', 'DECLINED', 'EXPIRED', 'WITHDRAWN')),
  -- It goes to the next of the match when nobody takes it.
  passes_on   boolean NOT NULL,
  hours       integer NOT NULL CHECK (hours BETWEEN 1 AND 336),
  expires_at  timestamptz(3) NOT NULL,
  decided_at  timestamptz(3),
  decided_by  text,
  created_at  timestamptz(3) NOT NULL,
  updated_at  timestamptz(3) NOT NULL,
  version     integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, lead_id) REFERENCES leads,
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  CHECK ((status = 'OPEN') = (decided_at IS NULL)),
  CHECK ((decided_at IS NULL) = (decided_by IS NULL))
);
-- One at a time, and one taker.
CREATE UNIQUE INDEX lead_offers_open ON lead_offers (tenant_id, lead_id) WHERE status = 'OPEN';
CREATE UNIQUE INDEX lead_offers_accepted ON lead_offers (tenant_id, lead_id) WHERE status = 'ACCEPTED';
CREATE INDEX lead_offers_lead ON lead_offers (tenant_id, lead_id, id);
CREATE INDEX lead_offers_provider ON lead_offers (tenant_id, provider_id);

CALL therapy.isolate('leads', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('lead_stages', 'SELECT, INSERT');
CALL therapy.isolate('lead_contact_attempts', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('lead_offers', 'SELECT, INSERT, UPDATE');
-- A lead is nobody's child yet: who is bound to a provider sees none, who is bound to locations those of these.
CALL therapy.restrict_where('leads', 'location_id = ANY ((SELECT therapy.locations())::text[])');
CALL therapy.restrict('lead_stages', 'lead_id', 'leads');
CALL therapy.restrict('lead_contact_attempts', 'lead_id', 'leads');
CALL therapy.restrict('lead_offers', 'lead_id', 'leads');
CALL therapy.erasable('leads');
CALL therapy.erasable('lead_stages');
CALL therapy.erasable('lead_contact_attempts');
CALL therapy.erasable('lead_offers');
-- therapy.child_of: whose a lead has become.
GRANT SELECT (tenant_id, id, child_id) ON leads TO therapy_care;
CREATE POLICY care ON leads FOR SELECT TO therapy_care USING (tenant_id = therapy.current_tenant());

-- Families who ask are written to.
ALTER TABLE messages DROP CONSTRAINT messages_recipient_type_check;
ALTER TABLE messages ADD CONSTRAINT messages_recipient_type_check
  CHECK (recipient_type IN ('client', 'provider', 'webhookEndpoint', 'tenant', 'user', 'onboardingReference', 'lead'));
