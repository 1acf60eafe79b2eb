import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { Closure } from '#prisma/generated/client.ts'

/** Reactions of other contexts to changes of closures, in the same transaction. */
export interface ClosureListener {
  /** A working day became a day off, or a day off became a working day. */
  workingDaysChanged: (tx: Transaction, closureId: string) => Promise<void>
}

declare module '#platform/core/context/registry.ts' {
  interface Registry {
    closureListeners: readonly ClosureListener[]
  }
}

/** Calls the listeners if a change of closures affects working days. */
export const closureChanged = async (
  tx: Transaction,
  after: Closure,
  before?: Closure,
): Promise<void> => {
  if (isDeepStrictEqual(daysOff(after), before && daysOff(before))) return
  for (const listener of tx.platform.registry.closureListeners)
    await listener.workingDaysChanged(tx, after.id)
}

/** Where and when a closure removes working days; undefined if it removes none. */
const daysOff = ({ locationId, startsOn, endsOn, ...closure }: Closure) =>
  closure.archivedAt || closure.countsAsWorkingDay ? undefined : { locationId, startsOn, endsOn }
