import { assertSecondPerson } from '#platform/core/assert-second-person.ts'
import { changeRecord } from '#platform/core/change-record.ts'
import type { Context } from '#platform/core/context.ts'
import { assertAgentsOn } from './assert-agents-on.ts'
import { decided, type Decision } from './decision.ts'
import { agentRunRecord } from './record.ts'
import { assertUndecided } from './rules.ts'
import { agentRunWorkflow } from './workflows.ts'

/** What was proposed is carried out, by a workflow, as far as it is still needed. */
export const approveAgentRun = (ctx: Context, { reason, ...ref }: Decision) =>
  changeRecord(ctx, ref, agentRunRecord, {
    fields: async (before, tx) => {
      await assertAgentsOn(tx)
      assertUndecided(before, tx.now)
      assertSecondPerson(tx.actor, [before.startedBy], OWN_RUN)
      return { status: 'RUNNING' as const, ...decided('APPROVED', reason, tx) }
    },
    effects: (tx, { id }) => tx.wake(agentRunWorkflow, id),
  })

const OWN_RUN = 'You started this run yourself: have somebody else approve it, or reject it.'
