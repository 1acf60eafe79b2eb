import { changeRecord, restoring } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { assertMayConnect } from './assert-roles.ts'
import { ssoConnectionRecord } from './record.ts'

export const restoreSsoConnection = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, ssoConnectionRecord, {
    fields: async (_, tx) => {
      await assertMayConnect(tx)
      return restoring.fields()
    },
  })
