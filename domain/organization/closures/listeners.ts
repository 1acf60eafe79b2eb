import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { Closure } from '#prisma/generated/client.ts'

/** What another context does, in the same transaction, when closures change. */
export interface ClosureListener {
  /** A day that was a working day somewhere is none any more, or the other way round. */
  workingDaysChanged: (tx: Transaction, closureId: string) => Promise<void>
}

declare module '#platform/core/context/registry.ts' {
  interface Registry {
    closureListeners: readonly ClosureListener[]
  }
}

/** Calls the listeners if the change of a closure is one of working days. */
export const closureChanged = async (
  tx: Transaction,
  after: Closure,
  before?: Closure,
): Promise<void> => {
  if (isDeepStrictEqual(daysOff(after), before && daysOff(before))) return
  for (const listener of tx.platform.registry.closureListeners)
    await listener.workingDaysChanged(tx, after.id)
}

/** Where and when a closure is no working day; undefined: nowhere. */
const daysOff = ({ locationId, startsOn, endsOn, ...closure }: Closure) =>
  closure.archivedAt || closure.countsAsWorkingDay ? undefined : { locationId, startsOn, endsOn }
