-- A signature says whether the provider's own key made it, or a key of the centre on their behalf (docs/decisions/0064).

ALTER TABLE session_note_signatures ADD COLUMN on_behalf boolean NOT NULL DEFAULT true;
ALTER TABLE session_note_signatures ALTER COLUMN on_behalf DROP DEFAULT;

-- An addendum is signed too: it says in whose name.
ALTER TABLE session_note_addenda
  ADD COLUMN provider_id text,
  ADD COLUMN on_behalf boolean NOT NULL DEFAULT true,
  ADD FOREIGN KEY (tenant_id, provider_id) REFERENCES providers;
ALTER TABLE session_note_addenda DISABLE TRIGGER USER;
UPDATE session_note_addenda a SET provider_id = s.provider_id
FROM session_notes n JOIN sessions s ON s.tenant_id = n.tenant_id AND s.id = n.session_id
WHERE n.tenant_id = a.tenant_id AND n.id = a.note_id;
ALTER TABLE session_note_addenda ENABLE TRIGGER USER;
ALTER TABLE session_note_addenda
  ALTER COLUMN provider_id SET NOT NULL,
  ALTER COLUMN on_behalf DROP DEFAULT;

-- The database, too, refuses a signature that a provider's key makes in another's name.
CREATE POLICY signs_as_itself ON session_note_signatures AS RESTRICTIVE FOR INSERT TO therapy_caseload
  WITH CHECK (provider_id = current_setting('app.provider', true) AND NOT on_behalf);
CREATE POLICY signs_as_itself ON session_note_addenda AS RESTRICTIVE FOR INSERT TO therapy_caseload
  WITH CHECK (provider_id = current_setting('app.provider', true) AND NOT on_behalf);
