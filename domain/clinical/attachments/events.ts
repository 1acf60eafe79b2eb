import type { Attachment } from '#prisma/generated/client.ts'
import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'

export const attachmentFacts = ({ id, childId, sessionId }: Attachment) => ({
  attachmentId: id,
  childId: childId!,
  ...(sessionId && { sessionId }),
})

export const providerDocumentFacts = ({ id, providerId }: Attachment) => ({
  documentId: id,
  providerId: providerId!,
})

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
  'provider_document.added': defineEvent({
    description: 'A document of a provider was uploaded.',
    payload: z.strictObject({
      documentId: idOf('providerDocument'),
      providerId: idOf('provider'),
    }),
    example: { documentId: exampleId('providerDocument'), providerId: exampleId('provider') },
  }),
})
