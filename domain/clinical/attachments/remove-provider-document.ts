import { providerDocumentMoves } from './moves.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { providerDocumentRecord } from './record.ts'
import { removing } from './removing.ts'

/** Deletes a document's bytes after the commit. Its record and its hash are kept. */
export const removeProviderDocument = (ctx: Context, ref: RecordRef) =>
  moveRecord(ctx, ref, providerDocumentRecord, providerDocumentMoves, 'remove', removing)
