import type { Context } from '#platform/core/context/context.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { missingOf, WITHHELD } from '#platform/core/access/withheld.ts'
import { MOST_NOTES } from '#messaging/tasks/schemas.ts'
import { ACTIONS } from '../catalog/actions/index.ts'
import type { ActionRun } from '../catalog/action.ts'
import { checkedParameters } from '../catalog/checked-parameters.ts'
import { needsToDescribe } from '../catalog/describe-action.ts'
import { namedIn } from '../catalog/named-in.ts'
import { performAction, type AskedAction } from '../catalog/perform-action.ts'

/** Proposes an action to people with a task that describes its effect. A repeated key creates only one task. */
export const proposeAction = (
  ctx: Context,
  { action, parameters, madeFrom, ...run }: AskedAction & ActionRun,
): Promise<object> => {
  const { title, needs, preview, parameters: schema } = namedIn(ACTIONS, 'action', action)
  return transact(ctx, needs, async (tx) => {
    const parsed = checkedParameters(schema, parameters)
    const { text } = await preview(tx, parsed)
    const { childId = null } = parsed as { childId?: string }
    const takes = [...madeFrom, ...needsToDescribe(action)]
    const { subject } = await performAction(tx, {
      action: 'create_task',
      parameters: {
        title: `Check a proposal: ${title}`,
        notes: text.slice(0, MOST_NOTES),
        childId,
        role: 'SCHEDULER',
      },
      ...run,
      madeFrom: takes,
    })
    const wouldDo = missingOf(tx.actor, takes).length === 0 ? text : WITHHELD
    return { status: 'PROPOSED', taskId: subject!.id, wouldDo }
  })
}
