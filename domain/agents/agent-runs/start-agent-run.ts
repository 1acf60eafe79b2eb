import type { Context } from '#platform/core/context.ts'
import { newId } from '#platform/core/ids.ts'
import { jsonArray } from '#platform/core/json.ts'
import { freshRecord } from '#platform/core/record-ref.ts'
import { DAY_MS } from '#platform/core/time.ts'
import { transact } from '#platform/core/transaction.ts'
import { assertAgentsOn } from './assert-agents-on.ts'
import { agentOf, RUN_NEEDS } from './agent-of.ts'
import { loadAgentRun } from './queries.ts'
import { toAgentRun, type AgentRun, type StartAgentRun } from './schemas.ts'
import { agentEvents } from './events.ts'
import { agentRunWorkflow } from './workflows.ts'

/** How long a proposal can be approved: after that it says too little of now. */
const EXPIRES_AFTER_DAYS = 7

/** Has an agent propose what is to be done. Nothing of it is done before somebody approves it. */
export const startAgentRun = (ctx: Context, { agent, input }: StartAgentRun): Promise<AgentRun> =>
  transact(ctx, RUN_NEEDS, async (tx) => {
    await assertAgentsOn(tx)
    const proposals = await agentOf(agent).propose(tx, input)
    const id = newId('agentRun')
    const waits = proposals.length > 0
    const row = await tx.db.agentRun.create({
      data: {
        ...freshRecord(tx, id),
        agent,
        input,
        status: waits ? 'WAITING' : 'SUCCEEDED',
        startedBy: tx.actor.id,
        expiresAt: new Date(tx.now.getTime() + EXPIRES_AFTER_DAYS * DAY_MS),
        finishedAt: waits ? null : tx.now,
      },
    })
    const subject = { type: 'agentRun', id } as const
    tx.created(subject, { ...row, proposals: proposals.length })
    if (waits) {
      await tx.db.agentAction.createMany({
        data: proposals.map(({ subject: of, reasons, proposal }, index) => ({
          ...freshRecord(tx, newId('agentAction')),
          runId: id,
          rank: index + 1,
          subjectType: of.type,
          subjectId: of.id,
          reasons: jsonArray(reasons),
          proposal: proposal as object,
          status: 'PROPOSED',
        })),
      })
      tx.emit(agentEvents['agent_run.waiting'], subject, {
        runId: id,
        agent,
        agentId: null,
        node: null,
      })
      tx.wake(agentRunWorkflow, id)
    }
    return toAgentRun(await loadAgentRun(tx, id))
  })
