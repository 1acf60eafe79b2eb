/** Since when a note waits: since its last signature, or since it was written. */
export const NOTE_SINCE = `COALESCE((SELECT max(s.signed_at) FROM session_note_signatures s
      WHERE s.tenant_id = r.tenant_id AND s.note_id = r.id), r.created_at)`
