import { assertSecondPerson } from '#platform/core/assert-second-person.ts'
import type { Context } from '#platform/core/context.ts'
import { DomainError, invalid } from '#platform/core/errors.ts'
import { newId } from '#platform/core/ids.ts'
import { jsonObject } from '#platform/core/json.ts'
import { freshRecord } from '#platform/core/record-ref.ts'
import { transact } from '#platform/core/transaction.ts'
import type { AgentRunStep } from '#prisma/generated/client.ts'
import { assertAgentsOn } from './assert-agents-on.ts'
import { loadAgentRun } from './queries.ts'
import { toAgentRun, type AgentRun } from './schemas.ts'
import { assertLasting } from './assert-lasting.ts'
import { beginRun, refusalOf } from './begin-run.ts'
import { keptSteps } from './kept-steps.ts'
import { loadRun } from './load-place.ts'
import type { RetryAgentRun } from './schemas.ts'

/**
 * Starts a run that goes on from a node of one that has failed or was cancelled: what the nodes before it have come to is
 * kept, and not done again. It is of the same version, and acts for the caller.
 */
export const retryAgentRun = (
  ctx: Context,
  { id, node }: { id: string } & RetryAgentRun,
): Promise<AgentRun> =>
  transact(ctx, 'agent-runs:write', async (tx) => {
    await assertAgentsOn(tx)
    assertLasting(tx)
    const { run, definition } = await loadRun(tx, id)
    const { tenantId } = tx
    const steps = await tx.db.agentRunStep.findMany({
      where: { tenantId, runId: id },
      orderBy: [{ startedAt: 'asc' }, { id: 'asc' }],
    })
    const from = nodeToRetry(run, steps, node)
    if (!steps.some((step) => step.node === from))
      throw invalid('node', 'not_found', `The run has not come to a node ${from}.`)
    const kept = keptSteps(definition, from, steps)
    assertSecondPerson(tx.actor, deciders(kept), OWN_DECISION)
    const begun = await beginRun(tx, {
      agentId: run.agentId,
      number: run.agentVersion,
      definition,
      input: run.input as object,
      startedBy: tx.actor.id,
      retryOf: id,
      depth: run.depth,
    })
    if ('refused' in begun) throw refusalOf(begun, definition, tx.now)
    for (const step of kept) {
      const copy = { ...step, runId: begun.runId, output: jsonObject(step.output as object) }
      await tx.db.agentRunStep.create({
        data: { ...copy, ...freshRecord(tx, newId('agentRunStep')) },
      })
    }
    return toAgentRun(await loadAgentRun(tx, begun.runId))
  })

const OWN_DECISION =
  'You approved a step of this run yourself, and would act by your own approval: have somebody else retry it.'

const deciders = (steps: readonly AgentRunStep[]): string[] =>
  steps.flatMap(({ decision, decidedBy }) => (decision === 'APPROVED' ? [decidedBy!] : []))

const nodeToRetry = (
  { status, failedNode }: { status: string; failedNode: string | null },
  steps: readonly AgentRunStep[],
  node: string | null,
): string => {
  if (status !== 'FAILED' && status !== 'CANCELLED')
    throw new DomainError('invalid_transition', `A run that is ${status} is not retried.`, {
      extra: { status, allowed: ['FAILED', 'CANCELLED'] },
    })
  const cutOff = steps.find(({ failureCode }) => failureCode === 'run_ended')
  const from = node ?? failedNode ?? cutOff?.node
  if (from) return from
  throw invalid(
    'node',
    'required',
    'No node of this run has failed or was cut off: name the one to go on from.',
  )
}
