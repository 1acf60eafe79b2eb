-- What a parent consents to in early intervention (34 CFR 303.420, 303.414, 303.520; docs/decisions/0151).
ALTER TABLE services DROP CONSTRAINT services_required_consents_check,
  ADD CONSTRAINT services_required_consents_check CHECK (required_consents <@ ARRAY['TREATMENT', 'DATA_SHARING', 'PHOTO_VIDEO', 'TELEHEALTH', 'AI_PROCESSING',
    'EVALUATION_AND_ASSESSMENT', 'EARLY_INTERVENTION_SERVICES', 'INSURANCE_USE', 'INFORMATION_EXCHANGE']);
ALTER TABLE consents DROP CONSTRAINT consents_kind_check,
  ADD CONSTRAINT consents_kind_check CHECK (kind IN ('TREATMENT', 'DATA_SHARING', 'PHOTO_VIDEO', 'TELEHEALTH', 'AI_PROCESSING',
    'EVALUATION_AND_ASSESSMENT', 'EARLY_INTERVENTION_SERVICES', 'INSURANCE_USE', 'INFORMATION_EXCHANGE'));

-- Programs on record go on without: their consents may be on paper.
ALTER TABLE early_intervention_programs ADD COLUMN consents_required boolean NOT NULL DEFAULT false;

-- Of each service what kind of payer it has. Also of children whose data is frozen: nobody has said.
ALTER TABLE early_intervention_programs DISABLE TRIGGER USER;
UPDATE early_intervention_programs SET ifsp_services = (
  SELECT jsonb_agg('{"payerKind": null}'::jsonb || service ORDER BY position)
  FROM jsonb_array_elements(ifsp_services) WITH ORDINALITY AS s(service, position))
WHERE ifsp_services <> '[]';
ALTER TABLE early_intervention_programs ENABLE TRIGGER USER;
