import { assertSecondPerson } from '#platform/core/access/assert-second-person.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError, invalid } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import { jsonObject } from '#platform/core/sql/json.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { authorize } from '#platform/core/access/permissions.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { needsOfPersonsIn } from '#platform/core/access/withheld.ts'
import type { AgentRunStep } from '#prisma/generated/client.ts'
import { OF_AGENTS } from '../approvals/of-agents.ts'
import { assertOn } from './assert-agents-on.ts'
import { loadAgentRun } from '../queries.ts'
import { toAgentRun, type AgentRun } from '../schemas.ts'
import { assertLasting } from './assert-lasting.ts'
import { assertMayRun } from './assert-may-run.ts'
import { beginRuns } from './begin-runs.ts'
import { keptSteps } from './kept-steps.ts'
import { refusalOf } from './refusal-of.ts'
import { loadRun } from '../loop/load-state.ts'
import { needsOfInput, needsToRead } from '../../definitions/checks/needs-of-node.ts'
import type { RetryAgentRun } from '../schemas.ts'

/**
 * Starts a run that continues at a node of a failed or cancelled run: earlier results are kept, and earlier
 * nodes are not repeated. The new run keeps the version and acts for the caller. Locks the agent, so that
 * simultaneous calls start one run.
 */
export const retryAgentRun = (
  ctx: Context,
  { id, node }: { id: string } & RetryAgentRun,
): Promise<AgentRun> =>
  transact(ctx, 'agent-runs:write', async (tx) => {
    const { agents, defaultTimeZone: timeZone } = await loadTenantSettings(tx)
    assertOn({ agents })
    assertLasting(tx)
    const { tenantId } = tx
    const { agentId, urlCreatedBy } = await loadAgentRun(tx, id)
    await lockRecord(tx, 'agents', agentId)
    const { run, definition } = await loadRun(tx, id)
    await assertMayRun(tx, definition, tx.actor.id)
    const steps = await tx.db.agentRunStep.findMany({
      where: { tenantId, runId: id },
      orderBy: [{ startedAt: 'asc' }, { id: 'asc' }],
    })
    const from = nodeToRetry(run, steps, node)
    await assertNotRetried(tx, id)
    if (!steps.some((step) => step.node === from))
      throw invalid(
        'node',
        'not_found',
        `The run has not reached node ${from}. Send a node that it has reached.`,
      )
    if (run.startedBy !== tx.actor.id)
      for (const permission of [...needsOfInput(definition), ...needsOfPersonsIn(run.input)])
        authorize(tx.actor, permission)
    const kept = keptSteps(definition, from, steps)
    for (const { node: read } of kept)
      for (const permission of needsToRead(definition, read)) authorize(tx.actor, permission)
    await assertSecondPerson(tx, deciders(kept), OWN_DECISION, { alone: OF_AGENTS })
    const [begun] = await beginRuns(
      tx,
      { agentId, number: run.agentVersion, definition, startedBy: tx.actor.id, agents, timeZone },
      [{ input: run.input as object, urlCreatedBy, retryOf: id, depth: run.depth }],
    )
    if ('refused' in begun!) throw refusalOf(begun, definition, tx.now)
    const { run: retry } = begun!
    for (const step of kept) {
      const copy = { ...step, runId: retry.id, output: jsonObject(step.output as object) }
      await tx.db.agentRunStep.create({
        data: { ...copy, ...freshRecord(tx, newId('agentRunStep')) },
      })
    }
    return toAgentRun(retry)
  })

const OWN_DECISION =
  'You approved a step of this run, so a retry would act on your own approval. Ask another person to retry it.'

const deciders = (steps: readonly AgentRunStep[]): string[] =>
  steps.flatMap(({ decision, decidedBy }) => (decision === 'APPROVED' ? [decidedBy!] : []))

/** Retries of a run repeat the same nodes, so only one of them may be running or have succeeded. */
const assertNotRetried = async (tx: Transaction, id: string): Promise<void> => {
  const [other] = await tx.sql<{ id: string; status: string }>(OTHER_RETRY, [tx.tenantId, id])
  if (!other) return
  const { status } = other
  throw new DomainError(
    'invalid_transition',
    status === 'SUCCEEDED'
      ? `This run has already been retried, and ${other.id} succeeded. To repeat it, start a new run of the agent.`
      : `This run is already being retried: ${other.id} is ${status}. Wait for it to end, or cancel it first.`,
    { extra: { status, allowed: [] } },
  )
}

/** A running or successful run among the first run and all its retries. */
const OTHER_RETRY = `
  WITH RECURSIVE before AS (
    SELECT id, retry_of FROM agent_runs WHERE tenant_id = $1 AND id = $2
    UNION ALL
    SELECT r.id, r.retry_of FROM before b JOIN agent_runs r ON r.tenant_id = $1 AND r.id = b.retry_of),
  related AS (
    SELECT id FROM before WHERE retry_of IS NULL
    UNION ALL
    SELECT r.id FROM related o JOIN agent_runs r ON r.tenant_id = $1 AND r.retry_of = o.id)
  SELECT r.id, r.status FROM related o JOIN agent_runs r ON r.tenant_id = $1 AND r.id = o.id
  WHERE r.status NOT IN ('FAILED', 'CANCELLED') ORDER BY r.id LIMIT 1`

const nodeToRetry = (
  { status, failedNode }: { status: string; failedNode: string | null },
  steps: readonly AgentRunStep[],
  node: string | null,
): string => {
  if (status !== 'FAILED' && status !== 'CANCELLED')
    throw new DomainError('invalid_transition', `The run is ${status}, so it cannot be retried.`, {
      extra: { status, allowed: ['FAILED', 'CANCELLED'] },
    })
  const cutOff = steps.find(({ failureCode }) => failureCode === 'run_ended')
  const from = node ?? failedNode ?? cutOff?.node
  if (from) return from
  throw invalid(
    'node',
    'required',
    'No node of this run failed or was interrupted. Send the node from which to continue.',
  )
}
