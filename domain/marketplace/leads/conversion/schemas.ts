import { z } from 'zod'
import { because } from '#platform/core/input/issue.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { CreateAppointment } from '#scheduling/appointments/schemas.ts'
import { CreateHold } from '#scheduling/holds/schemas.ts'
import { CreateWaitlistEntry } from '#scheduling/waitlist/schemas.ts'

const NEXT = ['hold', 'waitlistEntry', 'appointment'] as const

export const ConvertLead = z
  .strictObject({
    clientId: idOf('client').exactOptional().meta({
      description: 'Client record of the adult. If omitted, a client is created.',
    }),
    childId: idOf('child').exactOptional().meta({
      description: 'Record of the child. If omitted, a child is created.',
    }),
    legal: z.boolean().default(true).meta({
      description:
        'Whether the adult is a legal guardian. Consents are recorded only if this is true.',
    }),
    hold: CreateHold.omit({ childId: true })
      .meta({ id: 'LeadHold', description: 'Slot to hold for the child for a few minutes.' })
      .exactOptional(),
    waitlistEntry: CreateWaitlistEntry.omit({ childId: true })
      .meta({ id: 'LeadWaitlistEntry', description: 'Waitlist entry to create for the child.' })
      .exactOptional(),
    appointment: CreateAppointment.omit({ childId: true, holdId: true })
      .meta({ id: 'LeadAppointment', description: 'First appointment of the child.' })
      .exactOptional(),
  })
  .refine((input) => NEXT.filter((name) => input[name] !== undefined).length <= 1, {
    error: 'must be omitted: send only one of hold, waitlistEntry and appointment',
    path: ['appointment'],
    params: because('exactly_one'),
  })
  .meta({
    id: 'ConvertLead',
    example: { legal: true, waitlistEntry: { serviceIds: [exampleId('service')] } },
  })
export type ConvertLead = z.infer<typeof ConvertLead>

const made = <Schema extends z.ZodType>(schema: Schema, description: string) =>
  schema.nullable().meta({ description })

export const ConvertedLead = resourceSchema('ConvertedLead', {
  dryRun: z
    .boolean()
    .meta({ description: 'Whether this is a dry run, which changes nothing.', example: false }),
  leadId: idOf('lead'),
  clientId: made(idOf('client'), 'The client; null for a dry run that would create the client.'),
  childId: made(idOf('child'), 'The child; null for a dry run that would create the child.'),
  guardianshipId: made(
    idOf('guardianship'),
    'The new guardianship; null if it already existed, and for a dry run.',
  ),
  consentIds: z
    .array(idOf('consent'))
    .meta({ description: 'Consents that were recorded; empty for a dry run.' }),
  consents: z.int().meta({ description: 'Number of consents recorded.', example: 1 }),
  holdId: made(idOf('hold'), 'The new hold; null if there is none.'),
  waitlistEntryId: made(idOf('waitlistEntry'), 'The new waitlist entry; null if there is none.'),
  appointmentId: made(idOf('appointment'), 'The new appointment; null if there is none.'),
})
export type ConvertedLead = z.infer<typeof ConvertedLead>
