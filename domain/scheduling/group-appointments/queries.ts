import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import { BOOKED_STATUSES } from '../slots/appointment-status.ts'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { idOf } from '#platform/core/ids.ts'
import { instantRange, pageQuery, paginate, within } from '#platform/core/paging.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { read, type Reader, type Transaction } from '#platform/core/transaction.ts'
import { GroupStatus, toGroupAppointment } from './schemas.ts'

export const GroupAppointmentQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt', 'startsAt', '-startsAt'),
  providerId: idOf('provider').optional(),
  locationId: idOf('location').optional(),
  serviceId: idOf('service').optional(),
  status: z.enum(GroupStatus).optional().meta({ description: 'Only groups in this status.' }),
  ...instantRange('startsAt'),
})
export type GroupAppointmentQuery = z.infer<typeof GroupAppointmentQuery>

export const getGroupAppointment = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'appointments:read', async (reader) => toGroupAppointment(await loadGroup(reader, id)))

export const listGroupAppointments = (ctx: Context, query: GroupAppointmentQuery) =>
  read(ctx, 'appointments:read', (reader) => {
    const { providerId, locationId, serviceId, status } = query
    const filter = {
      tenantId: reader.tenantId,
      childId: null,
      ...(providerId && { providerId }),
      ...(locationId && { locationId }),
      ...(serviceId && { serviceId }),
      ...(status && { status }),
      startsAt: within(query, 'startsAt'),
    }
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.appointment.findMany({
          where: { AND: [filter, where] },
          orderBy,
          take,
          include: SHOWN,
        }),
      toGroupAppointment,
    )
  })

export const loadGroup = async (reader: Reader, id: string) => {
  const where = { ...inTenant(reader, id), childId: null }
  const row = await reader.db.appointment.findFirst({ where, include: SHOWN })
  if (!row) throw notFound('group appointment')
  return row
}

/**
 * Locked, so that joining and cancelling come one after the other. Those who only need it to stay as it is
 * share the lock.
 */
export const lockGroup = async (tx: Transaction, id: string, strength: LockStrength = 'UPDATE') => {
  await tx.sql(LOCK[strength], [tx.tenantId, id])
  return loadGroup(tx, id)
}

const lockFor = (strength: string) =>
  `SELECT 1 FROM appointments WHERE tenant_id = $1 AND id = $2 FOR ${strength}`

const LOCK = { UPDATE: lockFor('UPDATE'), SHARE: lockFor('SHARE') }
type LockStrength = keyof typeof LOCK

const SHOWN = {
  provider: { select: { id: true, name: true } },
  _count: {
    select: {
      places: {
        where: { status: { in: [...BOOKED_STATUSES] } },
      },
    },
  },
} satisfies Prisma.AppointmentInclude
