import type { SessionNote } from '#prisma/generated/client.ts'
import { announcing, defineMoves } from '#platform/core/records/moves.ts'
import { noteEvents } from './events.ts'
import { noteFacts } from './note-facts.ts'
import { NoteStatus } from './rules.ts'
import { ENDED } from '#platform/core/records/define-waiting.ts'
import { noteReturned } from './note-returned.ts'
import { noteToCosign } from './note-to-cosign.ts'
import { noteToSign } from './note-to-sign.ts'

type Note = Pick<SessionNote, 'id' | 'sessionId'>

export const noteMoves = defineMoves<Note>()({
  noun: 'A session note',
  subject: 'sessionNote',
  states: NoteStatus,
  initial: ['DRAFT', 'SIGNED', 'AWAITING_COSIGN'],
  waits: {
    DRAFT: [noteToSign, noteReturned],
    AWAITING_COSIGN: noteToCosign,
    SIGNED: 'it counts; addenda can supplement it',
    AMENDED: ENDED,
  },
  moves: {
    patch: { from: ['DRAFT'] },
    takeOver: { from: ['DRAFT'] },
    // The note of a supervised therapist awaits the second signature instead. The code that signs announces the
    // matching event.
    sign: { from: ['DRAFT'], to: 'SIGNED' },
    cosign: {
      from: ['AWAITING_COSIGN'],
      to: 'SIGNED',
      event: announcing(noteEvents['session_note.signed'], (note, tx) => noteFacts(tx, note)),
    },
    return: {
      from: ['AWAITING_COSIGN'],
      to: 'DRAFT',
      event: announcing(noteEvents['session_note.returned'], (note, tx) => noteFacts(tx, note)),
    },
    // Its event is about the addendum, not about the note.
    addSessionNoteAddendum: {
      operation: 'addSessionNoteAddendum',
      from: ['SIGNED', 'AMENDED'],
      to: 'AMENDED',
    },
  },
})
