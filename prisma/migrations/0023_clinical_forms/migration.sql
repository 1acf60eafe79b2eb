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
