-- Note formats beside SOAP. A SOAP note keeps its four columns; notes in other formats have `sections`: an array of
-- objects with key, title, required and text (domain/clinical/notes/note-text.ts).
ALTER TABLE note_templates
  ADD COLUMN format text NOT NULL DEFAULT 'SOAP' CHECK (format IN ('SOAP', 'DAP', 'BIRP', 'NARRATIVE', 'SECTIONS')),
  -- The centre's own sections: key, title, help, required and text.
  ADD COLUMN custom_sections jsonb NOT NULL DEFAULT '[]',
  ADD CHECK ((format = 'SECTIONS') = (custom_sections <> '[]')),
  ADD CHECK (format <> 'SECTIONS' OR sections = '{}');
ALTER TABLE session_notes
  ADD COLUMN format text NOT NULL DEFAULT 'SOAP' CHECK (format IN ('SOAP', 'DAP', 'BIRP', 'NARRATIVE', 'SECTIONS')),
  ADD COLUMN sections jsonb NOT NULL DEFAULT '[]',
  -- The hash of a SOAP note covers the four columns, and that of the others the sections.
  ADD CONSTRAINT session_notes_text CHECK (CASE format WHEN 'SOAP' THEN sections = '[]'
    ELSE sections <> '[]' AND subjective = '' AND objective = '' AND assessment = '' AND plan = '' END);
ALTER TABLE session_note_versions ADD COLUMN sections jsonb NOT NULL DEFAULT '[]';

-- How and where a service is given (domain/organization/services/places-of-service.ts). An appointment takes both from
-- its service when it is booked, and a session from its appointment. Null: the centre has not said the place.
ALTER TABLE services
  ADD COLUMN modality text NOT NULL DEFAULT 'IN_PERSON' CHECK (modality IN ('IN_PERSON', 'TELEHEALTH', 'PHONE')),
  ADD COLUMN place_of_service text,
  ADD CHECK ((modality <> 'IN_PERSON') = starts_with(place_of_service, 'TELEHEALTH_'));
ALTER TABLE appointments
  ADD COLUMN modality text NOT NULL DEFAULT 'IN_PERSON' CHECK (modality IN ('IN_PERSON', 'TELEHEALTH', 'PHONE')),
  ADD COLUMN place_of_service text,
  ADD COLUMN meeting_url text,
  ADD CHECK ((modality <> 'IN_PERSON') = starts_with(place_of_service, 'TELEHEALTH_'));
ALTER TABLE sessions
  ADD COLUMN modality text NOT NULL DEFAULT 'IN_PERSON' CHECK (modality IN ('IN_PERSON', 'TELEHEALTH', 'PHONE')),
  ADD COLUMN place_of_service text,
  ADD CHECK ((modality <> 'IN_PERSON') = starts_with(place_of_service, 'TELEHEALTH_'));
-- The provider's own video room, for visits without a link of their own.
ALTER TABLE providers ADD COLUMN meeting_url text;

-- Diagnoses of children, as ICD-10-CM codes (domain/people/diagnoses).
CREATE TABLE diagnoses (
  tenant_id   text NOT NULL REFERENCES tenants,
  id          text NOT NULL,
  child_id    text NOT NULL,
  code        text NOT NULL,
  description text NOT NULL,
  -- Superbills list it first.
  main        boolean NOT NULL,
  onset_on    date,
  resolved_on date,
  recorded_by text NOT NULL,
  archived_at timestamptz(3),
  created_at  timestamptz(3) NOT NULL,
  updated_at  timestamptz(3) NOT NULL,
  version     integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, child_id) REFERENCES children,
  CHECK (resolved_on >= onset_on)
);
CREATE INDEX diagnoses_child ON diagnoses (tenant_id, child_id, id);
CREATE INDEX diagnoses_updated ON diagnoses (tenant_id, updated_at, id);
CALL therapy.isolate('diagnoses', 'SELECT, INSERT, UPDATE');
CALL therapy.restrict('diagnoses');
CALL therapy.erasable('diagnoses');
GRANT SELECT (tenant_id, id, child_id) ON diagnoses TO therapy_care;
CREATE POLICY care ON diagnoses FOR SELECT TO therapy_care USING (tenant_id = therapy.current_tenant());
