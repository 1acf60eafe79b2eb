import { z } from 'zod'
import { Assessment } from '../assessments/schemas.ts'
import { Child } from '#people/children/schemas.ts'
import { Consent } from '#people/consents/schemas.ts'
import { exampleId, idOf } from '#platform/core/ids.ts'
import { instantText } from '#platform/core/time.ts'
import { resourceSchema } from '#platform/core/resource-schema.ts'
import { FormResponse, AppointmentForm } from '../form-responses/schemas.ts'
import { FormDefinition } from '../form-templates/form-definition.ts'
import { Goal, GoalMeasurement } from '../goals/schemas.ts'
import { Addendum, NoteSignature, SessionNote } from '../notes/schemas.ts'
import { TreatmentCycle } from '#billing/treatment-cycles/schemas.ts'
import { Session } from '../sessions/schemas.ts'

const Guardian = z.strictObject({
  guardianshipId: idOf('guardianship'),
  clientId: idOf('client'),
  name: z.string().meta({ example: 'Mara Weiss' }),
  email: z.string().nullable().meta({ example: 'mara.weiss@example.com' }),
  phone: z.string().nullable().meta({ example: null }),
  relationship: z.string().meta({ example: 'mother' }),
  legal: z.boolean().meta({ example: true }),
  billing: z.boolean().meta({ example: true }),
})

const NextAppointment = z.strictObject({
  id: idOf('appointment'),
  status: z.string().meta({ example: 'CONFIRMED' }),
  type: z.string().meta({ example: 'THERAPY_SESSION' }),
  startsAt: instantText.meta({ example: '2026-12-01T10:00:00+01:00' }),
  provider: z.strictObject({
    id: idOf('provider'),
    name: z.string().meta({ example: 'Dr. Ana Ruiz' }),
  }),
  missingForms: z.array(AppointmentForm).meta({
    description: 'Forms that its service requires and that have not been submitted.',
  }),
})

/** What somebody needs to see before the child comes in. */
export const ChildChart = resourceSchema('ChildChart', {
  child: Child,
  guardians: z.array(Guardian),
  consents: z.array(Consent).meta({ description: 'Not revoked.' }),
  nextAppointments: z.array(NextAppointment).meta({ description: 'The next five.' }),
  goals: z.array(Goal).meta({ description: 'Active and on hold, each with its trend.' }),
  lastNotes: z
    .array(
      z.strictObject({
        sessionStartedAt: z.iso.datetime().meta({ example: '2026-11-20T09:02:00.000Z' }),
        note: SessionNote,
      }),
    )
    .meta({ description: 'Of the latest sessions, at most ten.' }),
})
export type ChildChart = z.infer<typeof ChildChart>

const RecordedNote = z.strictObject({
  ...SessionNote.shape,
  signatures: z.array(NoteSignature.omit({ problem: true })),
  addenda: z.array(Addendum),
})

/** All that is recorded of a child's care. */
export const ChildRecord = resourceSchema('ChildRecord', {
  childId: idOf('child'),
  exportedAt: z.iso.datetime().meta({ example: '2026-11-21T09:30:00.000Z' }),
  exportedBy: z.string().meta({ example: exampleId('apiKey') }),
  child: Child,
  guardians: z.array(Guardian),
  consents: z.array(Consent),
  goals: z.array(z.strictObject({ ...Goal.shape, measurements: z.array(GoalMeasurement) })),
  forms: z.array(
    z.strictObject({
      ...FormResponse.shape,
      name: z.string().meta({ example: 'Intake' }),
      definition: FormDefinition,
    }),
  ),
  assessments: z.array(Assessment),
  treatmentCycles: z.array(TreatmentCycle),
  sessions: z.array(z.strictObject({ ...Session.shape, notes: z.array(RecordedNote) })),
})
export type ChildRecord = z.infer<typeof ChildRecord>
