import type { SlotRow } from '../../appointments/book-slot.ts'
import type { Context } from '#platform/core/context/context.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import type { Source } from '../file/fields.ts'
import { importedBefore, type Outcome } from './outcome.ts'
import { placeRow } from './place-row.ts'
import type { Wanted } from './wanted.ts'
import { type PendingRow, subjectOf, sourceOf, readRefusal } from './pending-row.ts'

/** Thrown at the end of a preview, to roll it back. */
class Rehearsed extends Error {}

/** The expected result of a row: executes the writes that would create it and rolls them back. */
export const checkRow = async (
  ctx: Context,
  row: PendingRow,
  understand: (source: Source) => Wanted,
): Promise<Outcome> => {
  let slot: SlotRow | undefined
  let wanted: Wanted | undefined
  try {
    wanted = understand(sourceOf(row))
    const understood = wanted
    return await transact(ctx, 'appointments:write', async (tx): Promise<Outcome> => {
      const before = await importedBefore(tx, row.id, understood)
      if (before) {
        tx.nothingChanged(subjectOf(row))
        return { ...before, wanted: understood }
      }
      await placeRow(tx, { ...understood, importId: row.importId }, (tried) => (slot = tried))
      await tx.flush()
      throw new Rehearsed()
    })
  } catch (error) {
    const told = { ...(wanted && { wanted }), ...(slot && { slot }) }
    if (error instanceof Rehearsed) return { result: 'WOULD_CREATE', ...told }
    return { ...(await readRefusal(ctx, error, slot)), ...told }
  }
}
