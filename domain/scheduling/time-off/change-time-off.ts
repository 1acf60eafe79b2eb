import type { TimeOff as TimeOffModel } from '#prisma/generated/client.ts'
import { changeRecord, type RecordKind } from '#platform/core/change-record.ts'
import type { Context } from '#platform/core/context.ts'
import { keyOf, type RecordRef } from '#platform/core/record-ref.ts'
import { utc } from '#platform/core/time.ts'
import { transact, type Transaction } from '#platform/core/transaction.ts'
import { affectedBy } from './affected.ts'
import { loadTimeOff } from './queries.ts'
import { afterVerb, type TimeOffStatus, type TimeOffVerb } from './rules.ts'
import { toTimeOff, type TimeOff, type TimeOffDetails } from './schemas.ts'
import { timeOffEvents } from './events.ts'

const timeOffRecord: RecordKind<TimeOffModel, { status: TimeOffStatus }, TimeOff> = {
  type: 'timeOff',
  table: 'time_off',
  permission: 'time-off:write',
  load: loadTimeOff,
  update: (tx, id, data) => tx.db.timeOff.update({ where: keyOf(tx, id), data }),
  show: toTimeOff,
}

const moving = (verb: TimeOffVerb) => ({
  fields: ({ status }: TimeOffModel) => ({ status: afterVerb(verb, status as TimeOffStatus) }),
})

/** From now on nothing is booked with the provider in that time. */
export const approveTimeOff = (ctx: Context, ref: RecordRef): Promise<TimeOffDetails> =>
  transact(ctx, 'time-off:write', async (tx) => {
    const approved = await changeRecord(tx, ref, timeOffRecord, moving('approve'))
    const row = await loadTimeOff(tx, ref.id)
    const affected = await affectedBy(tx, row)
    announceApproval(tx, row, affected.affectedCount)
    return { ...approved, ...affected }
  })

export const declineTimeOff = (ctx: Context, ref: RecordRef): Promise<TimeOff> =>
  changeRecord(ctx, ref, timeOffRecord, moving('decline'))

/** The provider is there after all. */
export const cancelTimeOff = (ctx: Context, ref: RecordRef): Promise<TimeOff> =>
  changeRecord(ctx, ref, timeOffRecord, {
    ...moving('cancel'),
    effects: (tx, row) =>
      tx.emit(timeOffEvents['time_off.cancelled'], subjectOf(row), factsOf(row)),
  })

export const announceApproval = (tx: Transaction, row: TimeOffModel, affected: number): void =>
  tx.emit(timeOffEvents['time_off.approved'], subjectOf(row), { ...factsOf(row), affected })

const subjectOf = ({ id }: TimeOffModel) => ({ type: 'timeOff', id }) as const

const factsOf = ({ id, providerId, startsAt, endsAt }: TimeOffModel) => ({
  timeOffId: id,
  providerId,
  startsAt: utc(startsAt),
  endsAt: utc(endsAt),
})
