-- Instants of the API end in At: an answer says when it expires.
ALTER TABLE kept_answers RENAME COLUMN kept_until TO expires_at;
ALTER INDEX kept_answers_until RENAME TO kept_answers_expires;
