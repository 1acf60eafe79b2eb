import type { Context } from '#platform/core/context/context.ts'
import { utcOrNull } from '#platform/core/time/time.ts'
import { read, transact } from '#platform/core/transactions/transaction.ts'
import { lookAtEvents } from './look-at-events.ts'
import { startDue } from './start-due.ts'

/**
 * Starts the runs that events or schedules require in a centre. Repeating it starts nothing twice: an event is
 * deleted in the transaction that starts its run.
 */
export const fireTriggers = async (ctx: Context): Promise<{ nextAt: string | null }> => {
  const busy = new Set<string>()
  while (await transact(ctx, 'agent-runs:write', (tx) => lookAtEvents(tx, busy))) continue
  while (await transact(ctx, 'agent-runs:write', startDue)) continue
  return read(ctx, 'agents:read', async ({ db, tenantId }) => {
    const next = await db.agent.findFirst({
      where: { tenantId, nextRunAt: { not: null } },
      orderBy: { nextRunAt: 'asc' },
      select: { nextRunAt: true },
    })
    return { nextAt: utcOrNull(next?.nextRunAt ?? null) }
  })
}
