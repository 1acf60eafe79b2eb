import { z } from 'zod'
import { exampleId, idOf } from '../core/ids.ts'
import { defineEvent } from '../events/define-event.ts'

export const attachmentEvents = {
  'attachment.added': defineEvent({
    description: 'A file was added to a child’s record.',
    payload: z.strictObject({ attachmentId: idOf('attachment'), childId: idOf('child') }),
    example: { attachmentId: exampleId('attachment'), childId: exampleId('child') },
  }),
} as const
