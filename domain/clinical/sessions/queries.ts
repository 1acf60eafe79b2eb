import { z } from 'zod'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { idOf } from '#platform/core/ids.ts'
import { instantRange, pageQuery, paginate, within } from '#platform/core/paging.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
import { include, toSession } from './schemas.ts'
import type { Billing } from '#organization/services/billable-units.ts'

export const SessionQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt', 'startedAt', '-startedAt'),
  childId: idOf('child').optional(),
  providerId: idOf('provider').optional(),
  appointmentId: idOf('appointment').optional(),
  ...instantRange('startedAt'),
})
export type SessionQuery = z.infer<typeof SessionQuery>

export const getSession = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'sessions:read', async (reader) => toSession(await loadWholeSession(reader, id)))

export const listSessions = (ctx: Context, query: SessionQuery) =>
  read(ctx, 'sessions:read', (reader) => {
    const { childId, providerId, appointmentId } = query
    const filter = {
      tenantId: reader.tenantId,
      ...(childId && { childId }),
      ...(providerId && { providerId }),
      ...(appointmentId && { appointmentId }),
      startedAt: within(query, 'startedAt'),
    }
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.session.findMany({ where: { AND: [filter, where] }, orderBy, take, include }),
      toSession,
    )
  })

export const loadSession = async (reader: Reader, id: string) => {
  const row = await reader.db.session.findFirst({ where: inTenant(reader, id) })
  if (!row) throw notFound('session')
  return row
}

/** …with who was there and which goals were worked on. */
export const loadWholeSession = async (reader: Reader, id: string) => {
  const row = await reader.db.session.findFirst({ where: inTenant(reader, id), include })
  if (!row) throw notFound('session')
  return row
}

/** How a service counts units; null without a service. */
export const loadBilling = (reader: Reader, serviceId: string | null): Promise<Billing | null> =>
  serviceId === null
    ? Promise.resolve(null)
    : reader.db.service.findFirst({
        where: inTenant(reader, serviceId),
        select: { unitRule: true, unitMinutes: true },
      })
