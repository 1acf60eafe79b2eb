import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { dateColumnOrNull } from '#platform/core/time/time.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { knownDates } from './known-dates.ts'
import { assertDiagnosisDates } from './rules.ts'
import { toDiagnosis, type CreateDiagnosis, type Diagnosis } from './schemas.ts'

/** Records a diagnosis of a child. */
export const createDiagnosis = (ctx: Context, input: CreateDiagnosis): Promise<Diagnosis> =>
  transact(ctx, 'diagnoses:write', async (tx) => {
    const { childId, onsetOn } = input
    await assertReferences(tx, 'child', { childId })
    assertDiagnosisDates({ onsetOn, resolvedOn: null }, await knownDates(tx, childId))
    const row = await tx.db.diagnosis.create({
      data: {
        ...freshRecord(tx, newId('diagnosis')),
        ...input,
        onsetOn: dateColumnOrNull(onsetOn),
        recordedBy: tx.actor.id,
      },
    })
    tx.created({ type: 'diagnosis', id: row.id }, row)
    return toDiagnosis(row)
  })
