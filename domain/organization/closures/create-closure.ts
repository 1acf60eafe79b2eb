import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { dateColumn } from '#platform/core/time/time.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { assertInOrder } from '../schedules/rules.ts'
import { closureChanged } from './listeners.ts'
import { toClosure, type Closure, type CreateClosure } from './schemas.ts'

/** Closes a location or the whole centre on some days. Existing bookings are kept. */
export const createClosure = (ctx: Context, input: CreateClosure): Promise<Closure> =>
  transact(ctx, 'closures:write', async (tx) => {
    const { locationId, startsOn, endsOn = startsOn } = input
    await assertReferences(tx, 'location', { locationId })
    assertInOrder(startsOn, endsOn, 'endsOn')
    const row = await tx.db.closure.create({
      data: {
        ...freshRecord(tx, newId('closure')),
        ...input,
        startsOn: dateColumn(startsOn),
        endsOn: dateColumn(endsOn),
      },
    })
    tx.created({ type: 'closure', id: row.id }, row)
    await closureChanged(tx, row)
    return toClosure(row)
  })
