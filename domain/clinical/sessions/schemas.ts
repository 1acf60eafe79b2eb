import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { line, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { instant, utc, utcOrNull } from '#platform/core/time/time.ts'
import { placingMembers, type Placing } from '#organization/services/places-of-service.ts'
import { Attendance } from './rules.ts'

const Participant = z
  .discriminatedUnion('role', [
    z
      .strictObject({
        role: z.literal('GUARDIAN').meta({ description: 'Role: a guardian of the child.' }),
        clientId: idOf('client'),
      })
      .meta({ id: 'GuardianParticipant' }),
    z
      .strictObject({
        role: z.literal('SUPERVISOR').meta({ description: 'Role: a provider who supervises.' }),
        providerId: idOf('provider'),
      })
      .meta({ id: 'SupervisorParticipant' }),
    z
      .strictObject({
        role: z.literal('INTERPRETER').meta({ description: 'Role: an interpreter.' }),
        name: line(200).meta({ description: 'Full name of the interpreter.' }),
      })
      .meta({ id: 'InterpreterParticipant' }),
    z
      .strictObject({
        role: z.literal('OTHER').meta({ description: 'Role: another person.' }),
        title: line(100).meta({
          description: 'Description of the person’s role, such as student.',
        }),
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
    .meta({
      description: 'Service whose rule determines the billable units.',
      example: exampleId('service'),
    }),
  attendance: z.enum(Attendance).meta({ description: 'Whether the child attended, and how.' }),
  billable: z
    .boolean()
    .meta({ description: 'Whether the session can be charged to a payer.', example: true }),
  billableUnits: z
    .int()
    .min(0)
    .max(1440)
    .nullable()
    .meta({ description: 'Billable units, from 0 to 1,440; null if there are none.' }),
  ...placingMembers,
  participants: z
    .array(Participant)
    .max(MOST_PRESENT)
    .meta({
      description: 'Participants other than the child and the provider.',
      example: [
        { role: 'GUARDIAN', clientId: exampleId('client') },
        { role: 'INTERPRETER', name: 'Selin Kaya' },
        { role: 'OTHER', title: 'Student', name: 'Jonas Beck' },
      ],
    }),
  goalIds: z
    .array(idOf('goal'))
    .max(MOST_GOALS)
    .refine((ids) => new Set(ids).size === ids.length, { error: 'must not repeat a goal' })
    .meta({
      description: 'Goals of the child that were worked on in the session.',
      example: [exampleId('goal')],
    }),
}

const takenPlace = () =>
  instant().refine((at) => at.getTime() >= 0, { error: 'must not be earlier than 1970' })

const startedAt = takenPlace().meta({
  description: 'Actual start: ISO 8601 with an offset.',
  example: '2026-11-20T10:02:00+01:00',
})
const endedAt = takenPlace().nullable().meta({ example: '2026-11-20T10:47:00+01:00' })
const unitsManual = members.billableUnits.meta({
  description: "Billable units set manually; null if the service's rule determines them.",
  example: 3,
})

export const Session = resourceSchema('Session', {
  id: idOf('session'),
  appointmentId: idOf('appointment')
    .nullable()
    .meta({
      description: 'Appointment of the session; null if the session was not scheduled.',
      example: exampleId('appointment'),
    }),
  childId: idOf('child'),
  providerId: idOf('provider'),
  startedAt: z.iso.datetime().meta({
    description: 'Actual start, in UTC.',
    example: '2026-11-20T09:02:00.000Z',
  }),
  endedAt: z.iso.datetime().nullable().meta({
    description: 'Actual end, in UTC; null while the session is in progress.',
    example: '2026-11-20T09:47:00.000Z',
  }),
  ...members,
  billableUnits: members.billableUnits.meta({
    description:
      'Billable units; null until the session ends, or if neither a rule nor a person has set them.',
    example: 3,
  }),
  unitsSource: z
    .enum(['RULE', 'MANUAL'])
    .nullable()
    .meta({ description: 'Whether a rule or a person set the units.', example: 'RULE' }),
  ...recordMembers,
})
export type Session = z.infer<typeof Session>

export const SessionTotal = resourceSchema('SessionTotal', {
  attendance: members.attendance,
  count: z.int().meta({ description: 'Number of sessions.', example: 1 }),
  minutes: z.int().meta({
    description: 'Their minutes; those in progress count 0.',
    example: 45,
  }),
  billableUnits: z.int().meta({ description: 'Their billable units.', example: 3 }),
})
export type SessionTotal = z.infer<typeof SessionTotal>

export const CreateSession = z
  .strictObject({
    childId: idOf('child'),
    providerId: idOf('provider'),
    serviceId: members.serviceId.default(null),
    startedAt,
    endedAt: endedAt.default(null).meta({
      description: 'Actual end: ISO 8601 with an offset; null while the session is in progress.',
    }),
    attendance: members.attendance.default('ATTENDED'),
    billable: members.billable.default(true),
    billableUnits: unitsManual.default(null),
    modality: members.modality.exactOptional().meta({
      description: 'How the session took place. Defaults to the service’s modality.',
    }),
    placeOfService: members.placeOfService.exactOptional().meta({
      description: 'Place of service. Defaults to the service’s; it must fit the modality.',
    }),
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
      description: 'Actual end: ISO 8601 with an offset; null while the session is in progress.',
    }),
    attendance: members.attendance.exactOptional(),
    billable: members.billable.exactOptional(),
    billableUnits: unitsManual.exactOptional(),
    modality: members.modality.exactOptional().meta({
      description:
        'How the session took place. A place of service that does not fit it is removed.',
    }),
    placeOfService: members.placeOfService.exactOptional(),
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
  modality: row.modality as Placing['modality'],
  placeOfService: row.placeOfService as Placing['placeOfService'],
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
