import { draftNote } from './draft-note.ts'

/** A note that its supervisor has returned. */
export const noteReturned = draftNote({
  kind: 'NOTE_RETURNED',
  where: 'r.return_reason IS NOT NULL',
})
