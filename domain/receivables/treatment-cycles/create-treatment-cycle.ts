import { assertChildInCare } from '#people/children/assert-child-in-care.ts'
import type { Context } from '#platform/core/context/context.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { dateColumn } from '#platform/core/time/time.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { recountCycles, wakeCycles } from './recount-cycles.ts'
import { payerOfCycle } from './payer-of-cycle.ts'
import { loadTreatmentCycle, showCycle } from './queries.ts'
import { assertPeriod } from './rules.ts'
import type { CreateTreatmentCycle, TreatmentCycle } from './schemas.ts'
import { treatmentCycleEvents } from './events.ts'

/** Records a payer's authorization. Earlier sessions of its period count. */
export const createTreatmentCycle = (
  ctx: Context,
  input: CreateTreatmentCycle,
): Promise<TreatmentCycle> =>
  transact(ctx, 'treatment-cycles:write', async (tx) => {
    const { childId, serviceId, providerId, startsOn, endsOn } = input
    await assertReferences(tx, 'child', { childId })
    await assertChildInCare(tx, childId)
    await assertReferences(tx, 'service', { serviceId })
    await assertReferences(tx, 'provider', { providerId })
    const payer = await payerOfCycle(tx, input)
    if (!payer) throw invalid('payer', 'required', 'Send payerId, or payer as text.')
    assertPeriod(input)
    // The second of two simultaneous calls waits and then finds the first one's cycle.
    await lockRecord(tx, 'children', childId)
    const id = newId('treatmentCycle')
    const dates = { startsOn: dateColumn(startsOn), endsOn: dateColumn(endsOn) }
    const row = await tx.db.treatmentCycle.create({
      data: { ...freshRecord(tx, id), ...input, ...payer, ...dates },
    })
    const subject = { type: 'treatmentCycle', id } as const
    tx.created(subject, row)
    tx.emit(treatmentCycleEvents['treatment_cycle.created'], subject, { cycleId: id, childId })
    await recountCycles(tx, childId)
    await wakeCycles(tx, childId)
    return showCycle(tx, await loadTreatmentCycle(tx, id))
  })
