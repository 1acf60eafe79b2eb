import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { dateIn } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { loadAgent } from '../agents/queries.ts'
import { beginRun } from '../agent-runs/start/begin-run.ts'
import type { Trigger } from '../definitions/triggers.ts'
import { nextRunAt } from './next-run-at.ts'
import { startOf } from './start-of.ts'
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
  await lockRecord(tx, 'agents', due.id)
  const agent = await loadAgent(tx, due.id)
  const { id, nextRunAt: dueAt } = agent
  // The agent was paused, or another process started it meanwhile.
  if (!dueAt || dueAt > now) return true
  const started = await startOf(tx, agent)
  const { trigger } = started.definition
  if (trigger.type !== 'SCHEDULE') throw new Error(`${id} has a time but no schedule`)
  const { defaultTimeZone: centreTimeZone } = await loadTenantSettings(tx)
  if (await isWanted(tx, trigger, { dueAt, centreTimeZone })) await beginRun(tx, started)
  // This does not change the agent itself, so its version stays the same.
  await db.agent.update({
    where: keyOf(tx, id),
    data: { nextRunAt: nextRunAt(trigger, { after: now, centreTimeZone }) },
  })
  return true
}

const isWanted = async (
  { db, tenantId, now }: Transaction,
  { ifMissed, onClosure, timeZone }: Extract<Trigger, { type: 'SCHEDULE' }>,
  { dueAt, centreTimeZone }: { dueAt: Date; centreTimeZone: string },
): Promise<boolean> => {
  if (ifMissed === 'SKIP' && now.getTime() - dueAt.getTime() >= MISSED_MS) return false
  if (onClosure === 'RUN') return true
  const day = new Date(dateIn(dueAt, timeZone ?? centreTimeZone))
  const closed = await db.closure.findFirst({
    where: {
      tenantId,
      locationId: null,
      archivedAt: null,
      startsOn: { lte: day },
      endsOn: { gte: day },
    },
    select: { id: true },
  })
  return closed === null
}
