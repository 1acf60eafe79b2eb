import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { growing } from '#platform/core/schemas/growing.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { instantText, inZone, utc } from '#platform/core/time/time.ts'
import { AppointmentStatus } from '../slots/appointment-status.ts'
import { AppointmentType } from '#organization/services/appointment-type.ts'
import { appointmentMoves } from './moves.ts'

/** The parts of an appointment that its history shows. */
const AppointmentState = z.strictObject({
  status: z
    .enum(AppointmentStatus)
    .exactOptional()
    .meta({ description: 'Status of the appointment before the change.', example: 'CONFIRMED' }),
  type: z.enum(AppointmentType).exactOptional().meta({ description: 'Type of the appointment.' }),
  startsAt: instantText.exactOptional().meta({
    description: 'When the appointment begins, with the offset of its location.',
    example: '2026-12-01T10:00:00+01:00',
  }),
  endsAt: instantText.exactOptional().meta({
    description: 'When the appointment ends, with the offset of its location.',
    example: '2026-12-01T10:45:00+01:00',
  }),
  providerId: idOf('provider')
    .exactOptional()
    .meta({ description: 'Provider of the appointment.' }),
  serviceId: idOf('service')
    .nullable()
    .exactOptional()
    .meta({ description: 'Service of the appointment.' }),
  locationId: idOf('location')
    .exactOptional()
    .meta({ description: 'Location of the appointment.' }),
  roomId: idOf('room')
    .nullable()
    .exactOptional()
    .meta({ description: 'Room that is booked; null if there is none.' }),
})
export type AppointmentState = z.infer<typeof AppointmentState>

/** `check-in` in the API's notation: `CHECK_IN`. */
const kindOf = (verb: string) => verb.replaceAll('-', '_').toUpperCase()

export const AppointmentChange = resourceSchema('AppointmentChange', {
  id: idOf('appointmentChange'),
  appointmentId: idOf('appointment'),
  kind: growing(z.enum(Object.keys(appointmentMoves.moves).map(kindOf))).meta({
    description: 'Kind of action.',
    example: 'RESCHEDULE',
  }),
  before: AppointmentState.meta({
    description: 'Previous values of the changed members.',
    example: { startsAt: '2026-12-01T10:00:00+01:00', endsAt: '2026-12-01T10:45:00+01:00' },
  }),
  after: AppointmentState.meta({
    description: 'New values of the changed members.',
    example: { startsAt: '2026-12-02T10:00:00+01:00', endsAt: '2026-12-02T10:45:00+01:00' },
  }),
  reason: z.string().nullable().meta({
    description: 'Reason for the action; null if none was given.',
    example: 'The family can only come in the evening',
  }),
  actorId: z.string().meta({
    description: 'ID of the API key, or name of the workflow, that took the action.',
    example: exampleId('apiKey'),
  }),
  createdAt: z.iso.datetime().meta({
    description: 'When the action was taken, in UTC.',
    example: '2026-11-21T09:30:00.000Z',
  }),
})
export type AppointmentChange = z.infer<typeof AppointmentChange>

/** Times are in the appointment's zone. */
export const include = {
  appointment: { select: { timeZone: true } },
} as const satisfies Prisma.AppointmentChangeInclude

type AppointmentChangeRow = Prisma.AppointmentChangeGetPayload<{ include: typeof include }>

export const toAppointmentChange = (row: AppointmentChangeRow): AppointmentChange => {
  const { timeZone } = row.appointment
  const [before, after] = [row.before, row.after].map((state) =>
    local(fromJson(AppointmentState, state), timeZone),
  ) as [AppointmentState, AppointmentState]
  return {
    id: row.id,
    appointmentId: row.appointmentId,
    kind: kindOf(row.kind),
    before: differing(before, after),
    after: differing(after, before),
    reason: row.reason,
    actorId: row.actorId,
    createdAt: utc(row.createdAt),
  }
}

const local = (state: AppointmentState, timeZone: string): AppointmentState => ({
  ...state,
  ...(state.startsAt && { startsAt: inZone(new Date(state.startsAt), timeZone) }),
  ...(state.endsAt && { endsAt: inZone(new Date(state.endsAt), timeZone) }),
})

/** The members in which two states differ. */
const differing = (state: AppointmentState, other: AppointmentState): AppointmentState =>
  Object.fromEntries(
    Object.entries(state).filter(
      ([name, value]) => value !== other[name as keyof AppointmentState],
    ),
  )
