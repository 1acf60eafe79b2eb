import { z } from 'zod'
import { issueLink } from '#clinical/attachments/file-link.ts'
import type { DownloadLink } from '#clinical/attachments/schemas.ts'
import { openStored } from '#clinical/attachments/fetch-file.ts'
import type { Context, OutsideContext } from '#platform/core/context.ts'
import { DomainError, notFound } from '#platform/core/errors.ts'
import { idOf } from '#platform/core/ids.ts'
import { pageQuery, paginate } from '#platform/core/paging.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { read, transact, type Reader } from '#platform/core/transaction.ts'
import { toPersonExport } from './schemas.ts'

export const PersonExportQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt'),
  childId: idOf('child').optional(),
  clientId: idOf('client').optional(),
})
export type PersonExportQuery = z.infer<typeof PersonExportQuery>

export const getPersonExport = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'person-exports:read', async (reader) =>
    toPersonExport(await loadPersonExport(reader, id)),
  )

export const listPersonExports = (ctx: Context, query: PersonExportQuery) =>
  read(ctx, 'person-exports:read', (reader) => {
    const { childId, clientId } = query
    const filter = {
      tenantId: reader.tenantId,
      ...(childId && { childId }),
      ...(clientId && { clientId }),
    }
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.personExport.findMany({ where: { AND: [filter, where] }, orderBy, take }),
      toPersonExport,
    )
  })

/** Where the archive can be fetched from, for five minutes. */
export const createArchiveLink = (ctx: Context, { id }: { id: string }): Promise<DownloadLink> =>
  transact(ctx, 'person-exports:write', async (tx) => {
    const row = await loadPersonExport(tx, id)
    assertReady(row, tx.now)
    return { method: 'GET', ...issueLink(tx, 'archive', { type: 'personExport', id }) }
  })

/** The bytes of an archive, as they come. */
export const fetchArchive = async (ctx: OutsideContext, { id }: { id: string }) => {
  const row = await read(ctx, 'person-exports:read', (reader) => loadPersonExport(reader, id))
  assertReady(row, ctx.platform.clock.now())
  return { sizeBytes: Number(row.sizeBytes), contents: await openStored(ctx, row.storageKey!) }
}

const assertReady = ({ status, expiresAt }: Loaded, now: Date): void => {
  if (status === 'RUNNING')
    throw new DomainError(
      'invalid_transition',
      'The archive is not ready yet. Ask again shortly.',
      {
        extra: { status, allowed: [] },
      },
    )
  if (status === 'EXPIRED' || expiresAt! <= now)
    throw new DomainError('gone', 'The archive has expired. Ask for another export.')
}

type Loaded = Awaited<ReturnType<typeof loadPersonExport>>

export const loadPersonExport = async (reader: Reader, id: string) => {
  const row = await reader.db.personExport.findFirst({ where: inTenant(reader, id) })
  if (!row) throw notFound('person export')
  return row
}
