import { assertMove } from '#platform/core/records/moves.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { OutsideContext } from '#platform/core/context/context.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { assertIssuerMay } from './assert-issuer-may.ts'
import { fileKindOf } from './file-kind-of.ts'
import type { FileLink } from './file-link.ts'
import type { Upload } from '#platform/files/store-bytes.ts'
import { keepBytes } from './keep-bytes.ts'

/** Stores the bytes of an announced file. This is possible only once. */
export const storeFile = async (ctx: OutsideContext, link: FileLink, upload: Upload) => {
  const id = link.fileId
  const { record, moves } = fileKindOf(id)
  const announced = await read(ctx, record.permission, (reader) => record.load(reader, id))
  assertMove(moves, 'upload', announced)
  return keepBytes(ctx, announced, upload, (stored) =>
    moveRecord(ctx, { id }, record, moves, 'upload', {
      fields: async (_, tx) => {
        await assertIssuerMay(tx, link)
        return stored(tx)
      },
    }),
  )
}
