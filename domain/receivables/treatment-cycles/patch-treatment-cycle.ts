import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { dateColumn, dateText } from '#platform/core/time/time.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { lockSiblings, recountCycles, wakeCycles } from './recount-cycles.ts'
import { payerOfCycle } from './payer-of-cycle.ts'
import { treatmentCycleRecord } from './record.ts'
import { assertNotClosed, assertPeriod } from './rules.ts'
import type { PatchTreatmentCycle } from './schemas.ts'

/** Changes the authorization or the period. Usage and warnings are computed again. */
export const patchTreatmentCycle = (
  ctx: Context,
  { patch, ...ref }: RecordRef & { patch: PatchTreatmentCycle },
) =>
  transact(ctx, 'treatment-cycles:write', async (tx) => {
    await lockSiblings(tx, ref.id)
    return changeRecord(tx, ref, treatmentCycleRecord, {
      fields: async (before) => {
        assertNotClosed(before)
        const { startsOn, endsOn, ...fields } = patch
        if (fields.providerId !== before.providerId)
          await assertReferences(tx, 'provider', { providerId: fields.providerId })
        assertPeriod({
          startsOn: startsOn ?? dateText(before.startsOn),
          endsOn: endsOn ?? dateText(before.endsOn),
        })
        return {
          ...fields,
          ...(await payerOfCycle(tx, patch)),
          ...(startsOn && { startsOn: dateColumn(startsOn) }),
          ...(endsOn && { endsOn: dateColumn(endsOn) }),
        }
      },
      effects: async (_, { childId }) => {
        await recountCycles(tx, childId)
        await wakeCycles(tx, childId)
      },
    })
  })
