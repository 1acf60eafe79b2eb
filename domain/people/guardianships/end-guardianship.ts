import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { guardianshipRecord } from './record.ts'
import { assertLasting } from './rules.ts'

/** Ends the client's guardianship. Earlier consents are kept. */
export const endGuardianship = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, guardianshipRecord, {
    fields: (before, tx) => {
      assertLasting(before, 'end')
      return { endedAt: tx.now }
    },
  })
