import { draftNote } from './draft-note.ts'

/** A draft that its author must sign. */
export const noteToSign = draftNote({
  kind: 'NOTE_TO_SIGN',
  where: 'r.return_reason IS NULL',
})
