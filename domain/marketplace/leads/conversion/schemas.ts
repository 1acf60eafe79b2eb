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
      description: 'The adult’s client record, if there is one; otherwise one is created.',
    }),
    childId: idOf('child').exactOptional().meta({
      description: 'The child’s record, if there is one; otherwise one is created.',
    }),
    legal: z.boolean().default(true).meta({
      description: 'Whether the adult is a legal guardian; only then are their consents recorded.',
    }),
    hold: CreateHold.omit({ childId: true })
      .meta({ id: 'LeadHold', description: 'A slot to hold for the child for a few minutes.' })
      .exactOptional(),
    waitlistEntry: CreateWaitlistEntry.omit({ childId: true })
      .meta({ id: 'LeadWaitlistEntry', description: 'What the child waits for.' })
      .exactOptional(),
    appointment: CreateAppointment.omit({ childId: true, holdId: true })
      .meta({ id: 'LeadAppointment', description: 'The first appointment of the child.' })
      .exactOptional(),
  })
  .refine((input) => NEXT.filter((name) => input[name] !== undefined).length <= 1, {
    error: 'must be omitted if another of hold, waitlistEntry and appointment is sent',
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
  dryRun: z.boolean().meta({ description: 'Whether nothing was written.', example: false }),
  leadId: idOf('lead'),
  clientId: made(idOf('client'), 'The client; null for a dry run that would create one.'),
  childId: made(idOf('child'), 'The child; null for a dry run that would create one.'),
  guardianshipId: made(
    idOf('guardianship'),
    'The new guardianship; null if it existed, and for a dry run.',
  ),
  consentIds: z
    .array(idOf('consent'))
    .meta({ description: 'The recorded consents; empty for a dry run.' }),
  consents: z.int().meta({ description: 'How many consents are recorded.', example: 1 }),
  holdId: made(idOf('hold'), 'The new hold; null without one.'),
  waitlistEntryId: made(idOf('waitlistEntry'), 'The waitlist entry; null without one.'),
  appointmentId: made(idOf('appointment'), 'The appointment; null without one.'),
})
export type ConvertedLead = z.infer<typeof ConvertedLead>
