-- Onboarding of providers (docs/decisions/0122): what a centre asks of them, in versions.

CREATE TABLE onboarding_plans (
  tenant_id         text NOT NULL REFERENCES tenants,
  id                text NOT NULL,
  name              text NOT NULL,
  -- The next version. What onboardings follow is a version that was published.
  requirements      jsonb NOT NULL,
  published_version integer,
  archived_at       timestamptz(3),
  created_at        timestamptz(3) NOT NULL,
  updated_at        timestamptz(3) NOT NULL,
  version           integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX onboarding_plans_updated ON onboarding_plans (tenant_id, updated_at, id);

CREATE TABLE onboarding_plan_versions (
  tenant_id    text NOT NULL,
  plan_id      text NOT NULL,
  number       integer NOT NULL CHECK (number > 0),
  requirements jsonb NOT NULL,
  published_by text NOT NULL,
  published_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, plan_id, number),
  FOREIGN KEY (tenant_id, plan_id) REFERENCES onboarding_plans
);
ALTER TABLE onboarding_plans ADD FOREIGN KEY (tenant_id, id, published_version) REFERENCES onboarding_plan_versions;

CALL therapy.isolate('onboarding_plans', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('onboarding_plan_versions', 'SELECT, INSERT');

-- How one provider comes to be approved. Its status is the provider's while it runs, and when it ends.
CREATE TABLE provider_onboardings (
  tenant_id    text NOT NULL REFERENCES tenants,
  id           text NOT NULL,
  provider_id  text NOT NULL,
  plan_id      text NOT NULL,
  plan_version integer NOT NULL,
  status       text NOT NULL CHECK (status IN (
    'APPLIED', 'DOCUMENTS', 'VERIFICATION', 'APPROVAL', 'APPROVED', 'REJECTED', 'WITHDRAWN')),
  -- Since when it has this status.
  stage_entered_at  timestamptz(3) NOT NULL,
  -- Whom it waits for, and until when; computed from its items.
  waiting_on   text[] NOT NULL CHECK (waiting_on <@ ARRAY['APPLICANT', 'REFEREE', 'VERIFIER', 'CENTRE']),
  due_at       timestamptz(3),
  -- In small letters: nobody applies twice at a time.
  email        text,
  started_by   text NOT NULL,
  -- When the applicant was last sent a link of their own accord or the centre's; reminders come besides.
  invited_at   timestamptz(3) NOT NULL,
  decided_by   text,
  decided_at   timestamptz(3),
  reason       text,
  created_at   timestamptz(3) NOT NULL,
  updated_at   timestamptz(3) NOT NULL,
  version      integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  FOREIGN KEY (tenant_id, plan_id, plan_version) REFERENCES onboarding_plan_versions,
  CHECK ((status IN ('APPROVED', 'REJECTED', 'WITHDRAWN')) = (decided_at IS NOT NULL)),
  CHECK ((decided_at IS NULL) = (decided_by IS NULL)),
  CHECK (status NOT IN ('REJECTED', 'WITHDRAWN') OR reason IS NOT NULL)
);
CREATE UNIQUE INDEX provider_onboardings_running ON provider_onboardings (tenant_id, provider_id)
  WHERE status IN ('APPLIED', 'DOCUMENTS', 'VERIFICATION', 'APPROVAL');
CREATE UNIQUE INDEX provider_onboardings_email ON provider_onboardings (tenant_id, email)
  WHERE status IN ('APPLIED', 'DOCUMENTS', 'VERIFICATION', 'APPROVAL');
CREATE INDEX provider_onboardings_board ON provider_onboardings (tenant_id, status, stage_entered_at, id);
CREATE INDEX provider_onboardings_provider ON provider_onboardings (tenant_id, provider_id);
CREATE INDEX provider_onboardings_updated ON provider_onboardings (tenant_id, updated_at, id);

-- One requirement of the plan's version, and how far it is.
CREATE TABLE onboarding_items (
  tenant_id     text NOT NULL,
  onboarding_id text NOT NULL,
  key           text NOT NULL,
  position      integer NOT NULL,
  status        text NOT NULL CHECK (status IN ('WAITING', 'PROVIDED', 'RETURNED', 'ACCEPTED', 'WAIVED')),
  due_at        timestamptz(3) NOT NULL,
  provided_at   timestamptz(3),
  decided_by    text,
  decided_at    timestamptz(3),
  reason        text,
  -- Until when what was accepted counts.
  expires_at   timestamptz(3),
  -- What was provided, of a document and of an agreement.
  attachment_id    text,
  form_response_id text,
  PRIMARY KEY (tenant_id, onboarding_id, key),
  FOREIGN KEY (tenant_id, onboarding_id) REFERENCES provider_onboardings,
  FOREIGN KEY (tenant_id, attachment_id) REFERENCES attachments,
  FOREIGN KEY (tenant_id, form_response_id) REFERENCES form_responses ON DELETE SET NULL (form_response_id),
  CHECK (status <> 'PROVIDED' OR provided_at IS NOT NULL),
  CHECK (status NOT IN ('RETURNED', 'ACCEPTED', 'WAIVED') OR decided_at IS NOT NULL),
  CHECK (status NOT IN ('RETURNED', 'WAIVED') OR reason IS NOT NULL)
);

-- Somebody whom the applicant named, and what they answered. Their address goes when the onboarding ends.
CREATE TABLE onboarding_references (
  tenant_id     text NOT NULL,
  id            text NOT NULL,
  onboarding_id text NOT NULL,
  item_key      text NOT NULL,
  name          text NOT NULL,
  email         text,
  -- ENDED: not wanted any more.
  status        text NOT NULL CHECK (status IN ('ASKED', 'GIVEN', 'ENDED')),
  asked_at      timestamptz(3) NOT NULL,
  answered_at   timestamptz(3),
  relationship  text,
  recommends    boolean,
  comment       text,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, onboarding_id) REFERENCES provider_onboardings,
  FOREIGN KEY (tenant_id, onboarding_id, item_key) REFERENCES onboarding_items ON DELETE CASCADE,
  CHECK ((status = 'GIVEN') = (answered_at IS NOT NULL)),
  CHECK ((status = 'GIVEN') = (recommends IS NOT NULL)),
  CHECK (status <> 'ASKED' OR email IS NOT NULL)
);
CREATE INDEX onboarding_items_form ON onboarding_items (tenant_id, form_response_id) WHERE form_response_id IS NOT NULL;
CREATE INDEX onboarding_references_item ON onboarding_references (tenant_id, onboarding_id, item_key);

-- Which stages it has gone through.
CREATE TABLE onboarding_stages (
  tenant_id     text NOT NULL,
  onboarding_id text NOT NULL,
  number        integer NOT NULL CHECK (number > 0),
  status        text NOT NULL,
  entered_at    timestamptz(3) NOT NULL,
  -- Who did what led to it.
  entered_by    text NOT NULL,
  PRIMARY KEY (tenant_id, onboarding_id, number),
  FOREIGN KEY (tenant_id, onboarding_id) REFERENCES provider_onboardings
);

CALL therapy.isolate('provider_onboardings', 'SELECT, INSERT, UPDATE');
CALL therapy.isolate('onboarding_items', 'SELECT, INSERT, UPDATE, DELETE');
CALL therapy.isolate('onboarding_references', 'SELECT, INSERT, UPDATE, DELETE');
CALL therapy.isolate('onboarding_stages', 'SELECT, INSERT');
-- An onboarding is seen by who works for the centre, of people who are bound to locations where its provider works; who has
-- no location works at all of them. Not by who is bound to a provider: referees were told that the centre alone reads them.
CALL therapy.restrict_where('provider_onboardings', 'EXISTS (
  SELECT FROM providers p WHERE p.tenant_id = provider_onboardings.tenant_id AND p.id = provider_onboardings.provider_id
    AND therapy.locations() <> ''{}'' AND (p.location_ids = ''{}'' OR p.location_ids && therapy.locations()))');
CALL therapy.restrict('onboarding_items', 'onboarding_id', 'provider_onboardings');
CALL therapy.restrict('onboarding_references', 'onboarding_id', 'provider_onboardings');
CALL therapy.restrict('onboarding_stages', 'onboarding_id', 'provider_onboardings');

-- Referees are written to.
ALTER TABLE messages DROP CONSTRAINT messages_recipient_type_check;
ALTER TABLE messages ADD CONSTRAINT messages_recipient_type_check
  CHECK (recipient_type IN ('client', 'provider', 'webhookEndpoint', 'tenant', 'user', 'onboardingReference'));

-- What an applicant signed goes when they have not been taken on; triggers refuse it of everybody else (prisma/functions/forms.sql).
GRANT DELETE ON form_responses, form_signatures TO therapy_app, therapy_caseload;
