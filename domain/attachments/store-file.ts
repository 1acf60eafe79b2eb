import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { changeRecord } from '../core/change-record.ts'
import type { Context } from '../core/context.ts'
import { read } from '../core/transaction.ts'
import { loadAttachment } from './queries.ts'
import { attachmentRecord, fileKey } from './record.ts'
import { assertContent, attachmentStatusAfter, refuseFile } from './rules.ts'

/**
 * Keeps the bytes of an announced file, once, if they are what was announced and nothing was found in
 * them. The store is written first: a file without its record is overwritten by the next try, a record
 * without its file cannot be.
 */
export const storeFile = async (ctx: Context, { id, bytes }: { id: string; bytes: Uint8Array }) => {
  const announced = await read(ctx, 'attachments:write', (reader) => loadAttachment(reader, id))
  attachmentStatusAfter('upload', announced.status)
  await assertContent(bytes, announced.contentType)
  const found = await ctx.platform.scanner.scan(Readable.from([bytes]))
  if (found) throw refuseFile('malware', `has ${found.finding} in it`)
  await ctx.platform.files.put(fileKey(announced), bytes, announced.contentType)
  return changeRecord(ctx, { id }, attachmentRecord, {
    fields: (before, tx) => ({
      status: attachmentStatusAfter('upload', before.status),
      sizeBytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      uploadedAt: tx.now,
    }),
    effects: (tx, { childId }) =>
      tx.emit('attachment.added', { type: 'attachment', id }, { attachmentId: id, childId }),
  })
}

/** A file's bytes, with what a browser must know of them. */
export const fetchFile = async (ctx: Context, { id }: { id: string }) => {
  const row = await read(ctx, 'attachments:read', (reader) => loadAttachment(reader, id))
  attachmentStatusAfter('download', row.status)
  const bytes = await ctx.platform.files.get(fileKey(row))
  return { name: row.name, contentType: row.contentType, bytes }
}
