import type { TimeOff as TimeOffModel } from '#prisma/generated/client.ts'
import { utc } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { timeOffEvents } from './events.ts'

export const announceApproval = (tx: Transaction, row: TimeOffModel, affected: number): void =>
  tx.emit(timeOffEvents['time_off.approved'], subjectOf(row), { ...factsOf(row), affected })

export const subjectOf = ({ id }: TimeOffModel) => ({ type: 'timeOff', id }) as const

export const factsOf = ({ id, providerId, startsAt, endsAt }: TimeOffModel) => ({
  timeOffId: id,
  providerId,
  startsAt: utc(startsAt),
  endsAt: utc(endsAt),
})
