import { changeRecord } from '#platform/core/records/change-record.ts'
import type { OutsideContext } from '#platform/core/context/context.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { assertIssuerMay } from './assert-issuer-may.ts'
import { fileKindOf } from './file-kind-of.ts'
import type { FileLink } from './file-link.ts'
import type { Upload } from '#platform/files/store-bytes.ts'
import { keepBytes } from './keep-bytes.ts'
import { attachmentStatusAfter } from './rules.ts'

/** Keeps the bytes of an announced file, once. */
export const storeFile = async (ctx: OutsideContext, link: FileLink, upload: Upload) => {
  const id = link.fileId
  const { record, added } = fileKindOf(id)
  const announced = await read(ctx, record.permission, (reader) => record.load(reader, id))
  attachmentStatusAfter('upload', announced.status)
  return keepBytes(ctx, announced, upload, (stored) =>
    changeRecord(ctx, { id }, record, {
      fields: async (before, tx) => {
        await assertIssuerMay(tx, link)
        const bytes = stored(tx)
        return { status: attachmentStatusAfter('upload', before.status), ...bytes }
      },
      effects: added,
    }),
  )
}
