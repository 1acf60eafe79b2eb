import { assertMove } from '#platform/core/records/moves.ts'
import type { Readable } from 'node:stream'
import { MissingFileError } from '#providers/files/file-store.ts'
import type { OutsideContext } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { fileKindOf } from './file-kind-of.ts'

/** A stream of a file's bytes, with the headers that a browser needs. */
export const fetchFile = async (ctx: OutsideContext, { id }: { id: string }) => {
  const { record, moves, read: permission } = fileKindOf(id)
  const row = await read(ctx, permission, (reader) => record.load(reader, id))
  assertMove(moves, 'download', row)
  const contents = await openStored(ctx, row.storageKey!)
  return { name: row.name, contentType: row.contentType, sizeBytes: row.sizeBytes!, contents }
}

/** The bytes of a record, or the error `file_missing`, for which monitoring alerts on its first occurrence. */
export const openStored = ({ platform }: OutsideContext, key: string): Promise<Readable> =>
  platform.files.stream(key).catch((error: unknown) => {
    if (!(error instanceof MissingFileError)) throw error
    throw new DomainError(
      'file_missing',
      'The record exists, but the file’s bytes are missing. The platform’s operators have been alerted. If you have the file, upload it again as a new attachment.',
      { cause: error },
    )
  })
