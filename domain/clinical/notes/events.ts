import { z } from 'zod'
import { placeExample, placeFacts } from '#organization/locations/place-facts.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'

const about = {
  sessionId: idOf('session'),
  noteId: idOf('sessionNote'),
  childId: idOf('child'),
  providerId: idOf('provider').exactOptional(),
  appointmentId: idOf('appointment').exactOptional(),
  ...placeFacts,
}
const example = {
  sessionId: exampleId('session'),
  noteId: exampleId('sessionNote'),
  childId: exampleId('child'),
  providerId: exampleId('provider'),
  appointmentId: exampleId('appointment'),
  ...placeExample,
}

export const noteEvents = defineEvents({
  'session.note_added': defineEvent({
    description: 'A note was added to a session. The event does not contain its text.',
    payload: z.strictObject(about),
    example,
  }),
  'session_note.awaiting_cosign': defineEvent({
    description: 'A supervised therapist signed a note. The supervisor must co-sign or return it.',
    payload: z.strictObject({ ...about, supervisorId: idOf('provider') }),
    example: { ...example, supervisorId: exampleId('provider') },
  }),
  'session_note.returned': defineEvent({
    description: 'A supervisor returned a note, which is now a draft again.',
    payload: z.strictObject(about),
    example,
  }),
  'session_note.signed': defineEvent({
    description: 'A note has all required signatures.',
    payload: z.strictObject(about),
    example,
  }),
  'session_note.amended': defineEvent({
    description: 'An addendum was added to a signed note.',
    payload: z.strictObject({ ...about, addendumId: idOf('noteAddendum') }),
    example: { ...example, addendumId: exampleId('noteAddendum') },
  }),
})
