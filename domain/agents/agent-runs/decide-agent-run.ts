import { changeRecord } from '#platform/core/change-record.ts'
import type { Context } from '#platform/core/context.ts'
import type { RecordRef } from '#platform/core/record-ref.ts'
import { finishRun } from './finish-run.ts'
import { agentRunRecord } from './record.ts'
import { assertUndecided } from './rules.ts'
import { agentRunWorkflow } from './workflows.ts'

type Decision = RecordRef & { reason: string | null }

/** What was proposed is carried out, by a workflow, as far as it is still needed. */
export const approveAgentRun = (ctx: Context, { reason, ...ref }: Decision) =>
  changeRecord(ctx, ref, agentRunRecord, {
    fields: (before, tx) => {
      assertUndecided(before, tx.now)
      return { status: 'RUNNING' as const, ...decided('APPROVED', reason, tx) }
    },
    effects: (tx, { id }) => tx.wake(agentRunWorkflow, id),
  })

/** Nothing of what was proposed is done. */
export const rejectAgentRun = (ctx: Context, { reason, ...ref }: Decision) =>
  changeRecord(ctx, ref, agentRunRecord, {
    fields: (before, tx) => {
      assertUndecided(before, tx.now)
      return decided('REJECTED', reason, tx)
    },
    effects: async (tx, { id, agent }) => {
      await finishRun(tx, { id, agent, status: 'CANCELLED', outcome: 'rejected' })
      tx.wake(agentRunWorkflow, id)
    },
  })

const decided = (
  decision: 'APPROVED' | 'REJECTED',
  decisionReason: string | null,
  { actor, now }: { actor: { id: string }; now: Date },
) => ({ decision, decidedBy: actor.id, decidedAt: now, decisionReason })
