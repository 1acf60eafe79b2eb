import { archiving, changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { assertMayConnect } from './assert-roles.ts'
import { ssoConnectionRecord } from './record.ts'

/** Nobody signs in by it any more. Its domains are no longer proved, so another connection can prove them. Open sessions stay. */
export const archiveSsoConnection = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, ssoConnectionRecord, {
    fields: async (before, tx) => {
      await assertMayConnect(tx)
      return { ...archiving.fields(before, tx), domainProofs: [] }
    },
  })
