import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError, invalid } from '#platform/core/errors/errors.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { inTenant, keyOf, touched, type RecordRef } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { loadTenantRow } from '#organization/tenants/queries.ts'
import type { AgentRunStep } from '#prisma/generated/client.ts'
import { assertMayRun } from './start/assert-may-run.ts'
import { loadRun } from './loop/load-state.ts'
import { agentRunRecord } from './record.ts'
import { agentRunWorkflow } from './workflows.ts'
import type { SkipAgentRunWait } from './schemas.ts'

/**
 * Ends a wait of a run now, in a test centre: a WAIT continues, without its event if it has one, and an
 * approval expires. Approvals are skipped only if they are named.
 */
export const skipAgentRunWait = (ctx: Context, { node, ...ref }: RecordRef & SkipAgentRunWait) =>
  changeRecord(ctx, ref, agentRunRecord, {
    fields: async (before, tx) => {
      await assertTestCentre(tx)
      const { definition } = await loadRun(tx, before.id)
      await assertMayRun(tx, definition, before.startedBy)
      const waiting = await waitingSteps(tx, before, node)
      for (const { id } of waiting) await letTimePass(tx, id)
      return {}
    },
    effects: (tx, { id }) => tx.wake(agentRunWorkflow, id),
  })

const assertTestCentre = async (tx: Transaction): Promise<void> => {
  if ((await loadTenantRow(tx)).isTest) return
  throw new DomainError(
    'test_centre_required',
    'Waits can be skipped only in test centres. Wait until the step is due, decide on it, or cancel the run.',
  )
}

const waitingSteps = async (
  { db, tenantId }: Transaction,
  { id: runId, status }: { id: string; status: string },
  node: string | null,
): Promise<AgentRunStep[]> => {
  const steps = await db.agentRunStep.findMany({
    where: { tenantId, runId, status: 'WAITING', ...(node === null ? { type: 'WAIT' } : { node }) },
    orderBy: { id: 'asc' },
  })
  if (status === 'WAITING' && steps.length > 0) return steps
  if (status === 'WAITING' && node !== null)
    throw invalid('node', 'not_found', `The run is not waiting at node ${node}.`)
  throw new DomainError(
    'invalid_transition',
    status === 'WAITING'
      ? 'The run is waiting for a decision. To let the approval expire, send its node; otherwise decide on it.'
      : `The run is ${status}, so it has no wait to skip.`,
    { extra: { status, allowed: ['WAITING'] } },
  )
}

const letTimePass = async (tx: Transaction, id: string): Promise<void> => {
  await lockRecord(tx, 'agent_run_steps', id)
  const before = await tx.db.agentRunStep.findFirstOrThrow({ where: inTenant(tx, id) })
  if (before.status !== 'WAITING') return
  const after = await tx.db.agentRunStep.update({
    where: keyOf(tx, id),
    data: { waitsUntil: tx.now, ...touched(tx) },
  })
  tx.changed({ type: 'agentRunStep', id }, before, after)
}
