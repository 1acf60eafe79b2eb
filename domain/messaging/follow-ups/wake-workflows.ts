import type { Context } from '#platform/core/context/context.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { named, type Registry } from '#platform/core/context/registry.ts'

const BATCH_SIZE = 500

/** Each wake is a replay and a new plan, 45 ms of processor time: faster, tasks would time out. */
const PER_SECOND = 10

/**
 * Wakes every workflow of a centre with pending work, and starts lost ones. For use after Temporal was restored
 * or replaced by an empty server. Safe to repeat at any time. Couriers are excluded: the relay finds neglected
 * endpoints itself. Handed over at a limited rate, beside the centre's other work.
 */
export const wakeWorkflows = async (
  ctx: Context,
  { perSecond = PER_SECOND }: { perSecond?: number } = {},
): Promise<{ woken: number; seconds: number }> => {
  let woken = 0
  const from = ctx.platform.clock.now()
  const turnOf = (index: number) =>
    new Date(from.getTime() + Math.floor((woken + index) / perSecond) * 1_000)
  for (let after: string | undefined = ''; after !== undefined;) {
    const batch = await wakeBatch(ctx, after, turnOf)
    woken += batch.length
    after = batch.length === BATCH_SIZE ? batch.at(-1)?.id : undefined
  }
  return { woken, seconds: Math.ceil(woken / perSecond) }
}

const wakeBatch = (
  ctx: Context,
  after: string,
  turnOf: (index: number) => Date,
): Promise<Unfinished[]> =>
  transact(ctx, 'follow-ups:write', async (tx) => {
    const { registry } = tx.platform
    const batch = await tx.sql<Unfinished>(unfinished(registry), [
      tx.tenantId,
      after,
      BATCH_SIZE,
      tx.now,
    ])
    for (const [index, { workflow, subjectId }] of batch.entries())
      tx.wake(named(registry.workflows, workflow), subjectId, turnOf(index))
    tx.did({ type: 'tenant', id: tx.tenantId }, { woken: batch.length })
    return batch
  })

interface Unfinished {
  id: string
  workflow: string
  subjectId: string
}

/** A follow-up's kind is its workflow's name; the workflows list other unfinished work. */
const unfinished = ({ workflows }: Registry): string => {
  const others = Object.values(workflows).flatMap(({ name, unfinished: subjects }) =>
    subjects ? [`SELECT tenant_id, id, '${name}', id FROM (${subjects}) "${name}"`] : [],
  )
  return `
  SELECT id, workflow, "subjectId" FROM (
    SELECT tenant_id, id, kind AS workflow, subject_id AS "subjectId" FROM follow_ups WHERE status = 'ACTIVE'
    UNION ALL ${others.join('\n    UNION ALL ').replaceAll(':now', '$4')}
  ) unfinished
  WHERE tenant_id = $1 AND id > $2 ORDER BY id LIMIT $3`
}
