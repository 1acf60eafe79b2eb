import type { Context } from '#platform/core/context/context.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { named, type Registry } from '#platform/core/context/registry.ts'

const BATCH_SIZE = 500

/**
 * Wakes per second. Each wake causes a replay and a new plan, which take 45 ms of processor time; at a higher
 * rate, tasks would time out.
 */
const PER_SECOND = 10

/**
 * Wakes every workflow of a centre that has pending work, and starts lost ones. Used after Temporal was
 * restored or replaced by an empty server. It can be repeated at any time. Couriers are excluded, because the
 * relay itself finds neglected endpoints. The rate is limited, so that the centre's other work continues.
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

/**
 * SQL for unfinished work. The kind of a follow-up is its workflow's name; the other workflows declare their
 * unfinished work.
 */
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
