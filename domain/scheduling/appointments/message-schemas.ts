import { z } from 'zod'
import { idOf } from '#platform/core/records/ids.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { MessageOutlook } from '#messaging/messages/outlook-schemas.ts'

export const AppointmentMessages = resourceSchema('AppointmentMessages', {
  appointmentId: idOf('appointment'),
  messages: z.array(MessageOutlook).meta({
    description: 'What was sent, what will be sent, and what was not sent, in order of time.',
  }),
})
export type AppointmentMessages = z.infer<typeof AppointmentMessages>
