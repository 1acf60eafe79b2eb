import { z } from 'zod'
import { Assessment } from '#clinical/assessments/schemas.ts'
import { Child } from '#people/children/schemas.ts'
import { Consent } from '#people/consents/schemas.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { Diagnosis } from '#people/diagnoses/schemas.ts'
import { instantText } from '#platform/core/time/time.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { FamilyCheckIn } from '#early-intervention/family-check-ins/schemas.ts'
import { Ifsp } from '#early-intervention/ifsps/schemas.ts'
import { Program } from '#early-intervention/programs/schemas.ts'
import { FormResponse, AppointmentForm } from '#clinical/form-responses/schemas.ts'
import { FormDefinition } from '#clinical/form-templates/form-definition.ts'
import { Goal, GoalMeasurement } from '#clinical/goals/schemas.ts'
import { Addendum, NoteSignature, SessionNote } from '#clinical/notes/schemas.ts'
import { TreatmentCycle } from '#receivables/treatment-cycles/schemas.ts'
import { Session } from '#clinical/sessions/schemas.ts'

const Guardian = z.strictObject({
  guardianshipId: idOf('guardianship'),
  clientId: idOf('client'),
  name: z.string().meta({ description: 'Full name of the guardian.', example: 'Mara Weiss' }),
  email: z.string().nullable().meta({
    description: 'E-mail address; null if none is known, or you cannot read clients.',
    example: 'mara.weiss@example.com',
  }),
  phone: z.string().nullable().meta({
    description: 'Telephone number; null if none is known, or you cannot read clients.',
    example: null,
  }),
  relationship: z.string().meta({
    description: 'Relationship of the guardian to the child, in words.',
    example: 'mother',
  }),
  legal: z
    .boolean()
    .meta({ description: 'Whether the guardian can legally decide for the child.', example: true }),
  billing: z
    .boolean()
    .meta({ description: 'Whether the guardian is charged for the child.', example: true }),
})

const NextAppointment = z.strictObject({
  id: idOf('appointment'),
  status: z.string().meta({ description: 'Status of the appointment.', example: 'CONFIRMED' }),
  type: z.string().meta({ description: 'Type of the appointment.', example: 'THERAPY_SESSION' }),
  startsAt: instantText.meta({
    description: 'When the appointment begins, with the offset of its location.',
    example: '2026-12-01T10:00:00+01:00',
  }),
  provider: z
    .strictObject({
      id: idOf('provider'),
      name: z.string().meta({ description: 'Full name of the provider.', example: 'Dr. Ana Ruiz' }),
    })
    .meta({ description: 'The provider of the appointment.' }),
  missingForms: z.array(AppointmentForm).meta({
    description: 'Forms that the service requires and that have not been submitted.',
  }),
})

const ProgramOfChild = z.strictObject({
  ...Program.shape,
  checkIns: z.array(FamilyCheckIn).meta({ description: 'Answers of the family, oldest first.' }),
})

/** What a therapist needs to know before a session. */
export const ChildChart = resourceSchema('ChildChart', {
  child: Child.meta({ description: 'The child’s record.' }),
  guardians: z.array(Guardian).meta({ description: 'Guardians of the child.' }),
  consents: z.array(Consent).meta({ description: 'Consents that have not been revoked.' }),
  diagnoses: z.array(Diagnosis).nullable().meta({
    description: 'Current diagnoses, the main ones first; null if you cannot read diagnoses.',
  }),
  nextAppointments: z.array(NextAppointment).meta({ description: 'Next five appointments.' }),
  goals: z
    .array(Goal)
    .meta({ description: 'Goals that are active or on hold, each with its trend.' }),
  lastNotes: z
    .array(
      z.strictObject({
        sessionStartedAt: z.iso.datetime().meta({
          description: 'When the session of the note began, in UTC.',
          example: '2026-11-20T09:02:00.000Z',
        }),
        note: SessionNote.meta({ description: 'The note itself.' }),
      }),
    )
    .meta({ description: 'Notes of the latest sessions, at most ten.' }),
  earlyInterventionPrograms: z.array(ProgramOfChild).meta({
    description:
      'Running program with its deadlines, services and last ten check-ins; empty if there is none.',
  }),
})
export type ChildChart = z.infer<typeof ChildChart>

const RecordedNote = z.strictObject({
  ...SessionNote.shape,
  signatures: z
    .array(NoteSignature.omit({ problem: true }))
    .meta({ description: 'Signatures of the note, oldest first.' }),
  addenda: z.array(Addendum).meta({ description: 'Addenda to the signed note, oldest first.' }),
})

const RecordedProgram = z.strictObject({
  ...ProgramOfChild.shape,
  ifsps: z.array(Ifsp).meta({ description: 'All versions of the IFSP, oldest first.' }),
})

/** All records of a child's care. */
export const ChildRecord = resourceSchema('ChildRecord', {
  childId: idOf('child'),
  exportedAt: z.iso.datetime().meta({
    description: 'When the record was compiled, in UTC.',
    example: '2026-11-21T09:30:00.000Z',
  }),
  exportedBy: z.string().meta({
    description: 'ID of the user or API key that requested the export.',
    example: exampleId('apiKey'),
  }),
  child: Child.meta({ description: 'The child’s record.' }),
  labels: z.array(z.string()).meta({
    description: 'Names of the labels of the child.',
    example: ['School-based'],
  }),
  guardians: z.array(Guardian).meta({ description: 'Guardians of the child.' }),
  consents: z.array(Consent).meta({ description: 'All consents ever given for the child.' }),
  diagnoses: z.array(Diagnosis).nullable().meta({
    description:
      'All diagnoses of the child, also resolved and archived ones; null if you cannot read diagnoses.',
  }),
  goals: z
    .array(
      z.strictObject({
        ...Goal.shape,
        measurements: z
          .array(GoalMeasurement)
          .meta({ description: 'Measurements of the goal, oldest first.' }),
      }),
    )
    .meta({ description: 'Goals of the child with their measurements.' }),
  forms: z
    .array(
      z.strictObject({
        ...FormResponse.shape,
        name: z.string().meta({ description: 'Name of the form.', example: 'Intake' }),
        definition: FormDefinition.meta({
          description: 'Questions and scores of the version that was answered.',
        }),
      }),
    )
    .meta({ description: 'Forms answered about the child, with their questions.' }),
  assessments: z.array(Assessment).meta({ description: 'Assessments of the child.' }),
  treatmentCycles: z.array(TreatmentCycle).meta({ description: 'Authorizations by payers.' }),
  sessions: z
    .array(
      z.strictObject({
        ...Session.shape,
        notes: z
          .array(RecordedNote)
          .meta({ description: 'Notes of the session with signatures and addenda.' }),
      }),
    )
    .meta({ description: 'Sessions of the child with their notes.' }),
  earlyInterventionPrograms: z.array(RecordedProgram).meta({
    description:
      'Programs of the child with their milestones, deadlines, delays, services, plans and check-ins, including closed ones.',
  }),
})
export type ChildRecord = z.infer<typeof ChildRecord>
