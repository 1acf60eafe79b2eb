import { makerOf } from '#platform/identity/bounds-of.ts'
import { z } from 'zod'
import { issueLink, type FileLink } from '#clinical/attachments/file-link.ts'
import { issuerOf } from '#clinical/attachments/issuer-of.ts'
import type { DownloadLink } from '#clinical/attachments/schemas.ts'
import { openStored } from '#clinical/attachments/fetch-file.ts'
import type { Prisma } from '#prisma/generated/client.ts'
import type { Context, OutsideContext } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { anyOf, listQuery } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { read, transact } from '#platform/core/transactions/transaction.ts'
import { assertReadsAll } from './assert-reads-all.ts'
import { ExportStatus, toPersonExport } from './schemas.ts'

export const PersonExportQuery = listQuery('personExport', ['-createdAt', 'createdAt'], {
  childId: idOf('child').optional(),
  clientId: idOf('client').optional(),
  status: anyOf(ExportStatus, 'Returns only exports with this status.'),
})
export type PersonExportQuery = z.infer<typeof PersonExportQuery>

const personExports = recordQueries({
  permission: 'person-exports:read',
  name: 'person export',
  find: ({ db }, selection: Selection<Prisma.PersonExportWhereInput>) =>
    db.personExport.findMany(selection),
  show: each(toPersonExport),
})

export const loadPersonExport = personExports.load
export const getPersonExport = personExports.get
export const listPersonExports = personExports.list((query: PersonExportQuery) =>
  given(query, 'childId', 'clientId', 'status'),
)

/** Creates a download link for the archive, which is valid for five minutes. */
export const createPersonExportDownloadLink = (
  ctx: Context,
  { id }: { id: string },
): Promise<DownloadLink> =>
  transact(ctx, 'person-exports:write', async (tx) => {
    assertReadsAll(tx)
    const row = await loadPersonExport(tx, id)
    assertReady(row, tx.now)
    return { method: 'GET', ...(await issueLink(tx, 'archive', { type: 'personExport', id })) }
  })

/**
 * A stream of an archive's bytes. The user or key that requested the link must still be allowed to read the
 * content.
 */
export const fetchArchive = async (ctx: OutsideContext, link: FileLink) => {
  const row = await read(ctx, 'person-exports:read', async (reader) => {
    const issuer = issuerOf(link)
    if (issuer) assertReadsAll({ actor: await makerOf(reader, issuer, 'person-exports:read') })
    return loadPersonExport(reader, link.fileId)
  })
  assertReady(row, ctx.platform.clock.now())
  return { sizeBytes: Number(row.sizeBytes), contents: await openStored(ctx, row.storageKey!) }
}

const assertReady = ({ status, expiresAt }: Loaded, now: Date): void => {
  if (status === 'RUNNING')
    throw new DomainError(
      'invalid_transition',
      'The archive is not ready yet. Try again shortly.',
      {
        extra: { status, allowed: [] },
      },
    )
  if (status === 'EXPIRED' || expiresAt! <= now)
    throw new DomainError('export_expired', 'The archive has expired. Create another export.')
}

type Loaded = Awaited<ReturnType<typeof loadPersonExport>>
