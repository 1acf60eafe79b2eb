/** Since when a note waits: since its last signature, or since it was written. */
export const NOTE_SINCE = `COALESCE((SELECT max(s.signed_at) FROM session_note_signatures s
      WHERE s.tenant_id = r.tenant_id AND s.note_id = r.id), r.created_at)`

/** The author, unless a user who is not the provider of the session: nobody signs for another. */
export const AUTHOR_WHO_SIGNS = `ARRAY(SELECT r.author_id WHERE NOT EXISTS (SELECT FROM users u
      WHERE u.tenant_id = r.tenant_id AND u.id = r.author_id AND u.provider_id IS DISTINCT FROM v.provider_id))`
