-- Forms: templates in versions, what children's guardians answered, and signatures over it.

CREATE TABLE form_templates (
  tenant_id          text NOT NULL REFERENCES tenants,
  id                 text NOT NULL,
  name               text NOT NULL,
  -- What the next version will be. What is asked is the version that was published.
  definition         jsonb NOT NULL,
  published_version  integer,
  remind_days_before integer[] NOT NULL,
  valid_days         integer CHECK (valid_days > 0),
  archived_at        timestamptz(3),
  created_at         timestamptz(3) NOT NULL,
  updated_at         timestamptz(3) NOT NULL,
  version            integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id)
);
CALL therapy.isolate('form_templates', 'SELECT, INSERT, UPDATE');

CREATE TABLE form_template_versions (
  tenant_id    text NOT NULL,
  template_id  text NOT NULL,
  number       integer NOT NULL CHECK (number > 0),
  definition   jsonb NOT NULL,
  published_by text NOT NULL,
  published_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, template_id, number),
  FOREIGN KEY (tenant_id, template_id) REFERENCES form_templates
);
CALL therapy.isolate('form_template_versions', 'SELECT, INSERT');
ALTER TABLE form_templates ADD FOREIGN KEY (tenant_id, id, published_version) REFERENCES form_template_versions;

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON form_template_versions
  FOR EACH ROW EXECUTE FUNCTION therapy.refuse_change();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON form_template_versions
  FOR EACH STATEMENT EXECUTE FUNCTION therapy.refuse_change();

CREATE TYPE form_response_status AS ENUM ('OPEN', 'SUBMITTED', 'CANCELLED');

CREATE TABLE form_responses (
  tenant_id        text NOT NULL REFERENCES tenants,
  id               text NOT NULL,
  child_id         text NOT NULL,
  template_id      text NOT NULL,
  template_version integer NOT NULL,
  status           form_response_status NOT NULL,
  answers          jsonb NOT NULL,
  scores           jsonb NOT NULL,
  requested_by     text NOT NULL,
  -- When guardians were last asked; NULL when nobody is.
  asked_at         timestamptz(3),
  due_at           timestamptz(3),
  saved_at         timestamptz(3),
  submitted_at     timestamptz(3),
  submitted_by     text,
  -- The guardian who submitted it, by a link.
  client_id        text,
  cancel_reason    text,
  created_at       timestamptz(3) NOT NULL,
  updated_at       timestamptz(3) NOT NULL,
  version          integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  FOREIGN KEY (tenant_id, template_id, template_version) REFERENCES form_template_versions,
  FOREIGN KEY (tenant_id, client_id) REFERENCES clients,
  CHECK ((status = 'SUBMITTED') = (submitted_at IS NOT NULL)),
  CHECK ((submitted_at IS NULL) = (submitted_by IS NULL))
);
CREATE INDEX form_responses_child ON form_responses (tenant_id, child_id, template_id, status);
CREATE INDEX form_responses_template ON form_responses (tenant_id, template_id, id);
CREATE INDEX form_responses_client ON form_responses (tenant_id, client_id);
CALL therapy.isolate('form_responses', 'SELECT, INSERT, UPDATE');

CREATE TABLE form_signatures (
  tenant_id    text NOT NULL,
  id           text NOT NULL,
  response_id  text NOT NULL,
  -- As typed by who signed.
  signed_name  text NOT NULL,
  actor_id     text NOT NULL,
  client_id    text,
  content_hash text NOT NULL,
  key_id       text NOT NULL,
  signature    text NOT NULL,
  signed_at    timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, response_id),
  FOREIGN KEY (tenant_id, response_id) REFERENCES form_responses,
  FOREIGN KEY (tenant_id, client_id) REFERENCES clients
);
CALL therapy.isolate('form_signatures', 'SELECT, INSERT');

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON form_signatures
  FOR EACH ROW EXECUTE FUNCTION therapy.refuse_change();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON form_signatures
  FOR EACH STATEMENT EXECUTE FUNCTION therapy.refuse_change();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON form_responses
  FOR EACH STATEMENT EXECUTE FUNCTION therapy.refuse_change();

-- A response keeps the version that it was given. Once submitted or cancelled it is locked; its child may
-- turn out to be another record of the same child.
CREATE FUNCTION therapy.refuse_form_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  free text[] := ARRAY['child_id', 'updated_at', 'version'];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF OLD.status = 'OPEN' AND (NEW.template_id, NEW.template_version) = (OLD.template_id, OLD.template_version)
      OR to_jsonb(NEW) - free = to_jsonb(OLD) - free THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'form response % is locked', OLD.id USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER locked_when_submitted BEFORE UPDATE OR DELETE ON form_responses
  FOR EACH ROW EXECUTE FUNCTION therapy.refuse_form_change();

ALTER TABLE services ADD COLUMN required_forms text[] NOT NULL DEFAULT '{}';
