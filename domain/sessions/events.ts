import { z } from 'zod'
import { exampleId, idOf } from '../core/ids.ts'
import { defineEvent } from '../events/define-event.ts'

export const sessionEvents = {
  'session.note_added': defineEvent({
    description: 'A note was added to a session. Its text is not sent.',
    payload: z.strictObject({
      sessionId: idOf('session'),
      noteId: idOf('sessionNote'),
      childId: idOf('child'),
    }),
    example: {
      sessionId: exampleId('session'),
      noteId: exampleId('sessionNote'),
      childId: exampleId('child'),
    },
  }),
} as const
