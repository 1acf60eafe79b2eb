import type { TimeOff as TimeOffModel } from '#prisma/generated/client.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { timeOffEvents } from './events.ts'
import { subjectOf, factsOf } from './announce-approval.ts'

export const announceCancellation = (tx: Transaction, row: TimeOffModel): void =>
  tx.emit(timeOffEvents['time_off.cancelled'], subjectOf(row), factsOf(row))
