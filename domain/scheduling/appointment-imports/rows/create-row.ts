import type { SlotRow } from '../../appointments/book-slot.ts'
import type { Context } from '#platform/core/context/context.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import type { Source } from '../file/fields.ts'
import { importedBefore, record, type Outcome } from './outcome.ts'
import { placeRow } from './place-row.ts'
import type { Wanted } from './wanted.ts'
import { type PendingRow, sourceOf, readRefusal, stillPending } from './pending-row.ts'

/**
 * Creates the appointment of a row and records the result in the same transaction. A refusal is recorded with
 * its reason.
 */
export const createRow = async (
  ctx: Context,
  row: PendingRow,
  understand: (source: Source) => Wanted,
): Promise<void> => {
  let slot: SlotRow | undefined
  try {
    const wanted = understand(sourceOf(row))
    await transact(
      ctx,
      'appointments:write',
      async (tx) => {
        if (!(await stillPending(tx, row, 'CREATE'))) return
        const outcome = (await importedBefore(tx, row.id, wanted)) ?? differs(row, wanted)
        if (outcome) record(tx, [{ ...outcome, id: row.id }])
        else {
          const placed = { ...wanted, importId: row.importId }
          const { id } = (slot = await placeRow(tx, placed, (tried) => (slot = tried)))
          record(tx, [{ id: row.id, result: 'CREATED', wanted, slot, appointmentId: id }])
        }
      },
      { plansOnce: true },
    )
  } catch (error) {
    const outcome = await readRefusal(ctx, error, slot)
    await transact(ctx, 'appointments:write', async (tx) => {
      if (await stillPending(tx, row, 'CREATE')) record(tx, [{ ...outcome, id: row.id }])
    })
  }
}

/** People approved what the report shows, so a row whose meaning has changed since is not created. */
const differs = (row: PendingRow, { childId, startsAt }: Wanted): Outcome | undefined =>
  row.childId === childId && row.startsAt?.getTime() === startsAt.getTime()
    ? undefined
    : {
        result: 'CONFLICT',
        code: 'changed_since_check',
        detail:
          'Importing this row would no longer give the result that the report shows. Check the import again.',
      }
