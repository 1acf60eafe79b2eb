import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { changeImport } from './change-import.ts'

/** Creates the rows that passed the check. */
export const runImport = (ctx: Context, ref: RecordRef) =>
  changeImport(ctx, ref, { verb: 'run', action: 'CREATE', of: ['WOULD_CREATE'] })
