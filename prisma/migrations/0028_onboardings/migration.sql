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
