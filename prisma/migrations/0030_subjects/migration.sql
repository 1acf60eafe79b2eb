-- A file is of a child or of a provider: two columns, each with its foreign key, and never both (docs/decisions/0126).
-- The prefix of the id says of which, so that a permission can be chosen by it.
ALTER TABLE attachments
  ALTER COLUMN child_id DROP NOT NULL,
  ADD COLUMN provider_id text,
  ADD FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  ADD CONSTRAINT attachments_one_subject CHECK (num_nonnulls(child_id, provider_id) = 1),
  ADD CONSTRAINT attachments_subject_in_id CHECK ((provider_id IS NOT NULL) = starts_with(id, 'pdc_')),
  ADD CONSTRAINT attachments_session_of_child CHECK (session_id IS NULL OR child_id IS NOT NULL);
CREATE INDEX attachments_provider ON attachments (tenant_id, provider_id, id) WHERE provider_id IS NOT NULL;

-- Restricts a table to the caseload and to the provider who has entered, or to the locations at which a provider works.
-- Not to the team: whom somebody supervises has documents that are not theirs to read.
CREATE PROCEDURE therapy.restrict_to_child_or_provider(tab regclass)
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  CALL therapy.restrict_where(tab, format(
    'child_id IN (SELECT unnest(therapy.caseload())) OR provider_id = (SELECT current_setting(''app.provider'', true))
     OR EXISTS (SELECT FROM providers p WHERE p.tenant_id = %1$s.tenant_id AND p.id = %1$s.provider_id
       AND therapy.locations() <> ''{}'' AND (p.location_ids = ''{}'' OR p.location_ids && therapy.locations()))', tab));
END $$;
DROP POLICY caseload ON attachments;
CALL therapy.restrict_to_child_or_provider('attachments');

-- A form is answered about a child or by a provider, likewise.
ALTER TABLE form_responses
  ALTER COLUMN child_id DROP NOT NULL,
  ADD COLUMN provider_id text,
  ADD FOREIGN KEY (tenant_id, provider_id) REFERENCES providers,
  ADD CONSTRAINT form_responses_one_subject CHECK (num_nonnulls(child_id, provider_id) = 1),
  ADD CONSTRAINT form_responses_subject_in_id CHECK ((provider_id IS NOT NULL) = starts_with(id, 'pfm_')),
  ADD CONSTRAINT form_responses_client_of_child CHECK (client_id IS NULL OR child_id IS NOT NULL);
CREATE INDEX form_responses_provider ON form_responses (tenant_id, provider_id, id) WHERE provider_id IS NOT NULL;
DROP POLICY caseload ON form_responses;
CALL therapy.restrict_to_child_or_provider('form_responses');
