import { z } from 'zod'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { idOf } from '#platform/core/ids.ts'
import { pageQuery, paginate } from '#platform/core/paging.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
import { findRecipient, type Recipient } from '#messaging/messages/recipient.ts'
import { toSupervision } from './schemas.ts'

export const SupervisionQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt'),
  providerId: idOf('provider').optional(),
  supervisorId: idOf('provider').optional(),
  ended: z
    .enum(['true', 'false'])
    .default('false')
    .meta({ description: 'true lists what has ended instead.' }),
})
export type SupervisionQuery = z.infer<typeof SupervisionQuery>

export const getSupervision = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'supervisions:read', async (reader) => toSupervision(await loadSupervision(reader, id)))

export const listSupervisions = (ctx: Context, query: SupervisionQuery) =>
  read(ctx, 'supervisions:read', (reader) => {
    const { providerId, supervisorId, ended } = query
    const filter = {
      tenantId: reader.tenantId,
      endedAt: ended === 'true' ? { not: null } : null,
      ...(providerId && { providerId }),
      ...(supervisorId && { supervisorId }),
    }
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.supervision.findMany({ where: { AND: [filter, where] }, orderBy, take }),
      toSupervision,
    )
  })

export const loadSupervision = async (reader: Reader, id: string) => {
  const row = await reader.db.supervision.findFirst({ where: inTenant(reader, id) })
  if (!row) throw notFound('supervision')
  return row
}

/** Who supervises a provider now; null for who works on their own. */
export const loadSupervisorId = async (
  reader: Reader,
  providerId: string,
): Promise<string | null> => {
  const row = await reader.db.supervision.findFirst({
    where: { tenantId: reader.tenantId, providerId, endedAt: null },
    select: { supervisorId: true },
  })
  return row?.supervisorId ?? null
}

/** …as somebody to write to; undefined for who works on their own, or when the supervisor is archived. */
export const findSupervisor = async (
  reader: Reader,
  providerId: string,
): Promise<Recipient | undefined> => {
  const id = await loadSupervisorId(reader, providerId)
  return id === null ? undefined : findRecipient(reader, { type: 'provider', id })
}
