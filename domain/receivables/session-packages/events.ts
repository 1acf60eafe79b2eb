import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'

const facts = {
  packageId: idOf('sessionPackage'),
  childId: idOf('child'),
  orderId: idOf('order'),
  sessions: z.int().meta({ description: 'Number added; negative if taken.' }),
  balance: z.int().meta({ description: 'How many are left.' }),
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
    description: 'A session of a package was used by an appointment.',
    payload: ofAppointment,
    example: { ...example, appointmentId, sessions: -1, balance: 9 },
  }),
  'session_package.returned': defineEvent({
    description: 'A session of a package was returned, because its appointment was undone.',
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
    description: 'The remaining sessions of a package were withdrawn with its order.',
    payload: z.strictObject(facts),
    example: { ...example, sessions: -9, balance: 0 },
  }),
})
