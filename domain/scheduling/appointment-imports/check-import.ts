import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { changeImport } from './change-import.ts'

/** Checks rows again that were not created, for example after a child was registered. */
export const checkImport = (ctx: Context, ref: RecordRef) =>
  changeImport(ctx, ref, {
    verb: 'check',
    action: 'CHECK',
    of: ['WOULD_CREATE', 'CONFLICT', 'INVALID'],
  })
