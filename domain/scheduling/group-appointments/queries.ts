import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { AppointmentStatus, BOOKED_STATUSES } from '../slots/appointment-status.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { anyOf, instantRange, listQuery, within } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { withProvider } from '../appointments/schemas.ts'
import { GroupStatus, toGroupAppointment, toGroupAttendee } from './schemas.ts'

export const GroupAppointmentQuery = listQuery(
  'groupAppointment',
  ['-createdAt', 'createdAt', 'startsAt', '-startsAt'],
  {
    providerId: idOf('provider').optional(),
    locationId: idOf('location').optional(),
    serviceId: idOf('service').optional(),
    seriesId: idOf('series').optional(),
    status: anyOf(GroupStatus, 'Returns only groups with this status.'),
    ...instantRange('startsAt'),
  },
)
export type GroupAppointmentQuery = z.infer<typeof GroupAppointmentQuery>

const groups = recordQueries({
  permission: 'appointments:read',
  name: 'group appointment',
  find: ({ db }, { where, ...selection }: Selection<Prisma.AppointmentWhereInput>) =>
    db.appointment.findMany({ where: { childId: null, ...where }, ...selection, include: SHOWN }),
  show: each(toGroupAppointment),
})

export const loadGroup = groups.load
export const getGroupAppointment = groups.get
export const listGroupAppointments = groups.list((query: GroupAppointmentQuery) => ({
  ...given(query, 'providerId', 'locationId', 'serviceId', 'seriesId', 'status'),
  startsAt: within(query, 'startsAt'),
}))

export const GroupAttendeeQuery = listQuery('appointment', ['createdAt', '-createdAt'], {
  status: anyOf(AppointmentStatus, 'Returns only places with this status.'),
})
export type GroupAttendeeQuery = z.infer<typeof GroupAttendeeQuery>

/** All places that were ever taken in a group. */
export const listGroupAttendees = recordQueries({
  permission: 'appointments:read',
  name: 'place',
  find: ({ db }, selection: Selection<Prisma.AppointmentWhereInput>) =>
    db.appointment.findMany(selection),
  show: each(toGroupAttendee),
}).listOf(loadGroup, ({ id, ...query }: GroupAttendeeQuery & { id: string }) => ({
  groupId: id,
  childId: { not: null },
  ...given(query, 'status'),
}))

/** Locks a group, which serializes joining and cancelling. Reads that need a stable state share the lock. */
export const lockGroup = async (tx: Transaction, id: string, strength: LockStrength = 'UPDATE') => {
  await tx.sql(LOCK[strength], [tx.tenantId, id])
  return loadGroup(tx, id)
}

const lockFor = (strength: string) =>
  `SELECT 1 FROM appointments WHERE tenant_id = $1 AND id = $2 FOR ${strength}`

const LOCK = { UPDATE: lockFor('UPDATE'), SHARE: lockFor('SHARE') }
type LockStrength = keyof typeof LOCK

const SHOWN = {
  ...withProvider,
  _count: {
    select: {
      places: {
        where: { status: { in: [...BOOKED_STATUSES] } },
      },
    },
  },
} satisfies Prisma.AppointmentInclude
