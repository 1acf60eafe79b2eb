import { z } from 'zod'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { idOf } from '#platform/core/ids.ts'
import { instantRange, pageQuery, paginate, within } from '#platform/core/paging.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
import { ConsentKind } from '#organization/services/consent-kind.ts'
import { toConsent } from './schemas.ts'

export const ConsentQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt'),
  childId: idOf('child').optional(),
  kind: z.enum(ConsentKind).optional().meta({ description: 'Only consents of this kind.' }),
  ...instantRange('expiresAt'),
  revoked: z
    .enum(['true', 'false'])
    .default('false')
    .meta({ description: 'true lists what was revoked instead.' }),
})
export type ConsentQuery = z.infer<typeof ConsentQuery>

export const getConsent = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'consents:read', async (reader) => toConsent(await loadConsent(reader, id), reader.now))

export const listConsents = (ctx: Context, query: ConsentQuery) =>
  read(ctx, 'consents:read', (reader) => {
    const { childId, kind, revoked } = query
    const expiry = within(query, 'expiresAt')
    const filter = {
      tenantId: reader.tenantId,
      revokedAt: revoked === 'true' ? { not: null } : null,
      ...(childId && { childId }),
      ...(kind && { kind }),
      ...(Object.keys(expiry).length > 0 && { expiresAt: expiry }),
    }
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.consent.findMany({ where: { AND: [filter, where] }, orderBy, take }),
      (row) => toConsent(row, reader.now),
    )
  })

export const loadConsent = async (reader: Reader, id: string) => {
  const row = await reader.db.consent.findFirst({ where: inTenant(reader, id) })
  if (!row) throw notFound('consent')
  return row
}
