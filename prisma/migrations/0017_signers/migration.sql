-- Who signed, as they were called then, and the session in which a person did (docs/decisions/0113). Under the signature.

ALTER TABLE session_note_signatures
  ADD COLUMN signer_name text NOT NULL DEFAULT '',
  ADD COLUMN signer_session_id text;
ALTER TABLE session_note_signatures ALTER COLUMN signer_name DROP DEFAULT;
ALTER TABLE session_note_addenda
  ADD COLUMN signer_name text NOT NULL DEFAULT '',
  ADD COLUMN signer_session_id text;
ALTER TABLE session_note_addenda ALTER COLUMN signer_name DROP DEFAULT;
