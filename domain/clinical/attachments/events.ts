import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/ids.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'

export const attachmentEvents = defineEvents({
  'attachment.added': defineEvent({
    description: 'A file was added to a child’s record.',
    payload: z.strictObject({
      attachmentId: idOf('attachment'),
      childId: idOf('child'),
      sessionId: idOf('session').exactOptional(),
    }),
    example: {
      attachmentId: exampleId('attachment'),
      childId: exampleId('child'),
      sessionId: exampleId('session'),
    },
  }),
})
