import type { Permission } from '../access/permissions.ts'
import type { OutsideContext } from '../context/context.ts'
import type { Entity } from '../records/ids.ts'
import { workflowIdFor, type WorkflowDefinition } from '../workflow-kinds/workflows.ts'
import { transact } from './transaction.ts'

/** The number of subjects that are worked on at the same time. */
const LANES = 4

interface Work {
  /** The workflow that a subject gets if its work goes on. */
  workflow: WorkflowDefinition & { subjectType: Entity }
  permission: Permission
  /** After this time the subjects that are left get workflows of their own, so that the first one does not wait. */
  turnMs: number
  /** Works on one subject as its own workflow would. Returns whether its work has ended. */
  carryOut: (ctx: OutsideContext, id: string) => Promise<boolean>
}

/**
 * Carries out the work of subjects whose workflows were started together. Those whose work goes on or fails get a
 * workflow of their own, which repeats it.
 */
export const carryOutTogether = async (
  ctx: OutsideContext,
  ids: readonly string[],
  { workflow, permission, turnMs, carryOut }: Work,
): Promise<void> => {
  const left = [...ids]
  const until = performance.now() + turnMs
  const hasEnded = async (id: string): Promise<boolean> => {
    const workflowId = workflowIdFor(workflow, { tenantId: ctx.tenantId, subjectId: id })
    try {
      return await carryOut({ ...ctx, workflowId }, id)
    } catch {
      return false
    }
  }
  const lane = async () => {
    for (let id = left.shift(); id; id = left.shift()) {
      if (performance.now() < until && (await hasEnded(id))) continue
      await transact(ctx, permission, async (tx) => {
        tx.nothingChanged({ type: workflow.subjectType, id: id })
        tx.wake(workflow, id)
      })
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}
