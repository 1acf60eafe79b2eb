import type { Context } from '#platform/core/context/context.ts'
import { moveRecord } from '#platform/core/records/move-record.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { ifspMoves } from './moves.ts'
import { ifspRecord } from './record.ts'

/** Ends a draft, or a presented plan that is not to be signed. Its links then say so. */
export const withdrawIfsp = (ctx: Context, ref: RecordRef) =>
  moveRecord(ctx, ref, ifspRecord, ifspMoves, 'withdraw')
