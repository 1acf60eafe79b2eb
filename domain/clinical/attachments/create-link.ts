import { assertMove } from '#platform/core/records/moves.ts'
import type { Context } from '#platform/core/context/context.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { fileKindOf } from './file-kind-of.ts'
import { issueLink } from './file-link.ts'
import { permissionOf } from './permission-of.ts'
import type { UploadLink } from './schemas.ts'

export const createLink = (
  ctx: Context,
  id: string,
  purpose: 'upload' | 'download',
): Promise<Omit<UploadLink, 'method'>> =>
  transact(ctx, permissionOf({ purpose, fileId: id }), async (tx) => {
    const { record, moves } = fileKindOf(id)
    assertMove(moves, purpose, await record.load(tx, id))
    return issueLink(tx, purpose, { type: record.type, id })
  })
