import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { line, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { instant, utc, utcOrNull } from '#platform/core/time/time.ts'
import { Attendance } from './rules.ts'

const Participant = z
  .discriminatedUnion('role', [
    z
      .strictObject({
        role: z.literal('GUARDIAN').meta({ description: 'A guardian of the child.' }),
        clientId: idOf('client'),
      })
      .meta({ id: 'GuardianParticipant' }),
    z
      .strictObject({
        role: z.literal('SUPERVISOR').meta({ description: 'A provider who supervises.' }),
        providerId: idOf('provider'),
      })
      .meta({ id: 'SupervisorParticipant' }),
    z
      .strictObject({
        role: z.literal('INTERPRETER').meta({ description: 'An interpreter.' }),
        name: line(200).meta({ description: 'Full name of the interpreter.' }),
      })
      .meta({ id: 'InterpreterParticipant' }),
    z
      .strictObject({
        role: z.literal('OTHER').meta({ description: 'Anybody else.' }),
        title: line(100).meta({ description: 'Role of the person, such as a student.' }),
        name: line(200).meta({ description: 'Full name of the person.' }),
      })
      .meta({ id: 'OtherParticipant' }),
  ])
  .meta({ id: 'SessionParticipant' })
export type Participant = z.infer<typeof Participant>

const MOST_PRESENT = 20
const MOST_GOALS = 50

const members = {
  serviceId: idOf('service')
    .nullable()
    .meta({ description: 'Service whose rule counts its units.', example: exampleId('service') }),
  attendance: z.enum(Attendance).meta({ description: 'Whether and how the child attended.' }),
  billable: z
    .boolean()
    .meta({ description: 'Whether the session can be charged to a payer.', example: true }),
  billableUnits: z
    .int()
    .min(0)
    .max(1440)
    .nullable()
    .meta({ description: 'Billable units, from 0 to 1,440; null for none.' }),
  participants: z
    .array(Participant)
    .max(MOST_PRESENT)
    .meta({
      description: 'Other participants beside the child and the provider.',
      example: [
        { role: 'GUARDIAN', clientId: exampleId('client') },
        { role: 'INTERPRETER', name: 'Selin Kaya' },
        { role: 'OTHER', title: 'Student', name: 'Jonas Beck' },
      ],
    }),
  goalIds: z
    .array(idOf('goal'))
    .max(MOST_GOALS)
    .refine((ids) => new Set(ids).size === ids.length, { error: 'names a goal twice' })
    .meta({ description: 'Goals of the child that were worked on.', example: [exampleId('goal')] }),
}

const takenPlace = () =>
  instant().refine((at) => at.getTime() >= 0, { error: 'must not be before 1970' })

const startedAt = takenPlace().meta({
  description: 'Actual start: ISO 8601 with an offset.',
  example: '2026-11-20T10:02:00+01:00',
})
const endedAt = takenPlace().nullable().meta({ example: '2026-11-20T10:47:00+01:00' })
const unitsManual = members.billableUnits.meta({
  description: "Set by hand. null: counted by the service's rule.",
  example: 3,
})

export const Session = resourceSchema('Session', {
  id: idOf('session'),
  appointmentId: idOf('appointment')
    .nullable()
    .meta({ description: 'Null if it was not scheduled.', example: exampleId('appointment') }),
  childId: idOf('child'),
  providerId: idOf('provider'),
  startedAt: z.iso.datetime().meta({
    description: 'Actual start, in UTC.',
    example: '2026-11-20T09:02:00.000Z',
  }),
  endedAt: z.iso.datetime().nullable().meta({
    description: 'Actual end, in UTC; null while in progress.',
    example: '2026-11-20T09:47:00.000Z',
  }),
  ...members,
  billableUnits: members.billableUnits.meta({
    description: 'Null until it ends, or if neither a rule nor a person has set it.',
    example: 3,
  }),
  unitsSource: z
    .enum(['RULE', 'MANUAL'])
    .nullable()
    .meta({ description: 'Whether a rule or a person set the units.', example: 'RULE' }),
  ...recordMembers,
})
export type Session = z.infer<typeof Session>

export const CreateSession = z
  .strictObject({
    childId: idOf('child'),
    providerId: idOf('provider'),
    serviceId: members.serviceId.default(null),
    startedAt,
    endedAt: endedAt.default(null).meta({
      description: 'Actual end: ISO 8601 with an offset. Null while in progress.',
    }),
    attendance: members.attendance.default('ATTENDED'),
    billable: members.billable.default(true),
    billableUnits: unitsManual.default(null),
    participants: members.participants.default([]),
    goalIds: members.goalIds.default([]),
  })
  .meta({
    id: 'CreateSession',
    example: {
      childId: exampleId('child'),
      providerId: exampleId('provider'),
      startedAt: '2026-11-20T10:02:00+01:00',
      endedAt: '2026-11-20T10:47:00+01:00',
      participants: [{ role: 'INTERPRETER', name: 'Selin Kaya' }],
    },
  })
export type CreateSession = z.infer<typeof CreateSession>

export const PatchSession = z
  .strictObject({
    serviceId: members.serviceId.exactOptional(),
    startedAt: startedAt.exactOptional(),
    endedAt: endedAt.exactOptional().meta({
      description: 'Actual end: ISO 8601 with an offset. Null while in progress.',
    }),
    attendance: members.attendance.exactOptional(),
    billable: members.billable.exactOptional(),
    billableUnits: unitsManual.exactOptional(),
    participants: members.participants.exactOptional(),
    goalIds: members.goalIds.exactOptional(),
  })
  .meta({ id: 'PatchSession', example: { attendance: 'LATE', billable: true } })
export type PatchSession = z.infer<typeof PatchSession>

/** Loads the lists of a session in the given order. */
export const include = {
  participants: { orderBy: { position: 'asc' } },
  goals: { orderBy: { goalId: 'asc' }, select: { goalId: true } },
} as const satisfies Prisma.SessionInclude

export type SessionRow = Prisma.SessionGetPayload<{ include: typeof include }>

/** Who counted the units; null if nobody has. */
export const unitsSourceOf = ({
  unitsManual,
  billableUnits,
}: Pick<SessionRow, 'unitsManual' | 'billableUnits'>) =>
  unitsManual ? 'MANUAL' : billableUnits === null ? null : 'RULE'

export const toSession = (row: SessionRow): Session => ({
  id: row.id,
  appointmentId: row.appointmentId,
  childId: row.childId,
  providerId: row.providerId,
  startedAt: utc(row.startedAt),
  endedAt: utcOrNull(row.endedAt),
  serviceId: row.serviceId,
  attendance: row.attendance as Attendance,
  billable: row.billable,
  billableUnits: row.billableUnits,
  participants: row.participants.map(toParticipant),
  goalIds: row.goals.map(({ goalId }) => goalId),
  unitsSource: unitsSourceOf(row),
  ...recordOf(row),
})

/** A CHECK of the table ensures that each role has exactly its members. */
const toParticipant = ({
  role,
  clientId,
  providerId,
  title,
  name,
}: SessionRow['participants'][number]) =>
  ({
    role,
    ...(clientId !== null && { clientId }),
    ...(providerId !== null && { providerId }),
    ...(title !== null && { title }),
    ...(name !== null && { name }),
  }) as Participant
