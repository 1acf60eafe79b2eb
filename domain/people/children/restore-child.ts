import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { assertNotErased } from '../persons/person.ts'
import { standingChanged } from './listeners.ts'
import { childRecord } from './record.ts'
import { assertUnmerged } from './rules.ts'

export const restoreChild = (ctx: Context, ref: RecordRef) =>
  changeRecord(ctx, ref, childRecord, {
    fields: async (before, tx) => {
      assertUnmerged(before)
      await assertNotErased(tx, [before.id])
      return { archivedAt: null }
    },
    effects: (tx, { id }) => standingChanged(tx, id),
  })
