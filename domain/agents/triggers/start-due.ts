import { keyOf } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { beginRuns } from '../agent-runs/start/begin-runs.ts'
import { checkedInput } from '../agent-runs/start/checked-input.ts'
import { lockAgentToRun } from '../agent-runs/start/lock-agent-to-run.ts'
import type { Trigger } from '../definitions/triggers.ts'
import { nextRunAt } from './next-run-at.ts'
import { beginningOf } from './beginning-of.ts'
import { isCentreClosed } from './is-centre-closed.ts'
import { countSeen } from './count-seen.ts'
import { becameOf, refused, type Refusal } from './outcome.ts'
import { MISSED_MS } from './rules.ts'

/** Starts the agent that has been due the longest; false if there is none. */
export const startDue = async (tx: Transaction): Promise<boolean> => {
  const { db, tenantId, now } = tx
  tx.nothingChanged({ type: 'tenant', id: tenantId })
  const due = await db.agent.findFirst({
    where: { tenantId, nextRunAt: { lte: now } },
    orderBy: { nextRunAt: 'asc' },
    select: { id: true },
  })
  if (!due) return false
  const locked = await lockAgentToRun(tx, due.id)
  const { id, nextRunAt: dueAt } = locked.agent!
  // The agent was paused, or another process started it meanwhile.
  if (!dueAt || dueAt > now) return true
  const of = beginningOf(locked)
  const { trigger, inputs } = of.definition
  if (trigger.type !== 'SCHEDULE') throw new Error(`${id} has a time but no schedule`)
  const { timeZone: centreTimeZone } = locked
  const unwanted = await whyUnwanted(tx, trigger, { dueAt, centreTimeZone })
  const [begun] = unwanted ? [] : await beginRuns(tx, of, [{ input: checkedInput(inputs, {}) }])
  const facts = { agentId: id, agentVersion: of.number, eventId: null }
  countSeen(tx, [{ ...facts, ...(begun ? becameOf(begun) : refused(unwanted!)) }])
  // This does not change the agent itself, so its version stays the same.
  await db.agent.update({
    where: keyOf(tx, id),
    data: { nextRunAt: nextRunAt(trigger, { after: now, centreTimeZone }) },
  })
  return true
}

/** Why a scheduled time starts no run; undefined if it is to start one. */
const whyUnwanted = async (
  tx: Transaction,
  { ifMissed, onClosure, timeZone }: Extract<Trigger, { type: 'SCHEDULE' }>,
  { dueAt, centreTimeZone }: { dueAt: Date; centreTimeZone: string },
): Promise<Refusal | undefined> => {
  if (ifMissed === 'SKIP' && tx.now.getTime() - dueAt.getTime() >= MISSED_MS) return 'missed'
  if (onClosure === 'RUN') return undefined
  return (await isCentreClosed(tx, dueAt, timeZone ?? centreTimeZone)) ? 'centre_closed' : undefined
}
