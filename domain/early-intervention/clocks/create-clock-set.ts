import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { jsonArray } from '#platform/core/sql/json.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import type { Clock } from './clock.ts'
import { IDEA_PART_C } from './idea-part-c.ts'
import { toClockSet, type ClockSet, type CreateClockSet } from './schemas.ts'

export const createClockSet = (ctx: Context, input: CreateClockSet): Promise<ClockSet> =>
  transact(ctx, 'clock-sets:write', async (tx) => {
    const row = await tx.db.clockSet.create({
      data: {
        tenantId: tx.tenantId,
        id: newId('clockSet'),
        name: input.name,
        clocks: jsonArray(clocksOf(input)),
        createdAt: tx.now,
      },
    })
    tx.created({ type: 'clockSet', id: row.id }, row)
    return toClockSet(row)
  })

/** Clocks in the order of the base set, followed by new clocks. */
const clocksOf = ({ basedOn, clocks }: CreateClockSet): Clock[] => {
  const base = basedOn === 'IDEA_PART_C' ? IDEA_PART_C : []
  return [...new Map([...base, ...clocks].map((clock) => [clock.name, clock])).values()]
}
