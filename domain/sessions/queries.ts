import { z } from 'zod'
import type { Context } from '../core/context.ts'
import { notFound } from '../core/errors.ts'
import { idOf } from '../core/ids.ts'
import { instantRange, pageQuery, paginate, within } from '../core/paging.ts'
import { inTenant } from '../core/record-ref.ts'
import { read, type Reader } from '../core/transaction.ts'
import { toSession } from './schemas.ts'

export const SessionQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt', 'startedAt', '-startedAt'),
  childId: idOf('child').optional(),
  providerId: idOf('provider').optional(),
  appointmentId: idOf('appointment').optional(),
  ...instantRange('startedAt'),
})
export type SessionQuery = z.infer<typeof SessionQuery>

export const getSession = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'sessions:read', async (reader) => toSession(await loadSession(reader, id)))

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
        reader.db.session.findMany({ where: { AND: [filter, where] }, orderBy, take }),
      toSession,
    )
  })

export const loadSession = async (reader: Reader, id: string) => {
  const row = await reader.db.session.findFirst({ where: inTenant(reader, id) })
  if (!row) throw notFound('session')
  return row
}
