import type { Transaction } from '#platform/core/transactions/transaction.ts'

/** Reactions when an appointment of a group gives up its place, in the same transaction. */
export interface AppointmentListener {
  groupPlaceFreed: (tx: Transaction, groupId: string) => Promise<void>
}

declare module '#platform/core/context/registry.ts' {
  interface Registry {
    appointmentListeners: readonly AppointmentListener[]
  }
}

export const groupPlaceFreed = async (tx: Transaction, groupId: string): Promise<void> => {
  for (const listener of tx.platform.registry.appointmentListeners)
    await listener.groupPlaceFreed(tx, groupId)
}
