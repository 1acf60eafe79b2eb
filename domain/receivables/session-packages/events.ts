import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'

const facts = {
  packageId: idOf('sessionPackage'),
  childId: idOf('child'),
  orderId: idOf('order'),
  sessions: z
    .int()
    .meta({ description: 'Number of sessions added; negative if sessions were subtracted.' }),
  balance: z.int().meta({ description: 'Number of sessions left.' }),
}
const example = {
  packageId: exampleId('sessionPackage'),
  childId: exampleId('child'),
  orderId: exampleId('order'),
}
const ofAppointment = z.strictObject({ ...facts, appointmentId: idOf('appointment') })
const appointmentId = exampleId('appointment')

export const sessionPackageEvents = defineEvents({
  'session_package.bought': defineEvent({
    description: 'A package of sessions was bought.',
    payload: z.strictObject(facts),
    example: { ...example, sessions: 10, balance: 10 },
  }),
  'session_package.used': defineEvent({
    description: 'An appointment used a session of a package.',
    payload: ofAppointment,
    example: { ...example, appointmentId, sessions: -1, balance: 9 },
  }),
  'session_package.returned': defineEvent({
    description: 'A session was returned to its package because the appointment was undone.',
    payload: ofAppointment,
    example: { ...example, appointmentId, sessions: 1, balance: 10 },
  }),
  'session_package.expired': defineEvent({
    description: 'The remaining sessions of a package expired.',
    payload: z.strictObject(facts),
    example: { ...example, sessions: -3, balance: 0 },
  }),
  'session_package.transferred': defineEvent({
    description: 'Sessions of a package were transferred to a sibling.',
    payload: z.strictObject(facts),
    example: { ...example, sessions: -3, balance: 6 },
  }),
  'session_package.received': defineEvent({
    description: 'A package was created from a sibling’s sessions.',
    payload: z.strictObject(facts),
    example: { ...example, sessions: 3, balance: 3 },
  }),
  'session_package.withdrawn': defineEvent({
    description:
      'The remaining sessions of a package were withdrawn because its order was cancelled or refunded.',
    payload: z.strictObject(facts),
    example: { ...example, sessions: -9, balance: 0 },
  }),
})
