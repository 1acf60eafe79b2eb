import { z } from 'zod'
import { idOf } from '#platform/core/records/ids.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'

const decision = z.enum(['RELEASE', 'DROP']).meta({
  description: 'RELEASE sends the messages now, as far as they still hold. DROP cancels them.',
  example: 'RELEASE',
})

export const DecideHeldMessages = z
  .strictObject({
    decision,
  })
  .meta({
    id: 'DecideHeldMessages',
    example: { decision: 'RELEASE' },
  })
export type DecideHeldMessages = z.infer<typeof DecideHeldMessages>

export const DecidedMessages = resourceSchema('DecidedMessages', {
  clientId: idOf('client'),
  decision,
  messageIds: z.array(idOf('message')).meta({
    description: 'Messages that are sent or dropped, 200 at most. Call again for more.',
  }),
  leftIds: z.array(idOf('message')).meta({
    description: 'Messages that cannot be sent, such as those to an invalid address.',
    example: [],
  }),
})
export type DecidedMessages = z.infer<typeof DecidedMessages>
