import type { Context } from '#platform/core/context/context.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { ACTIONS } from './actions/index.ts'
import { checkedParameters } from './checked-parameters.ts'
import { namedIn } from './named-in.ts'
import type { AskedAction } from './perform-action.ts'

/** Describes the effect of an action for the person who approves it. Writes nothing. */
export const previewAction = async (
  ctx: Context,
  { action: name, parameters }: AskedAction,
): Promise<{ text: string }> => {
  const action = namedIn(ACTIONS, 'action', name)
  const parsed = checkedParameters(action.parameters, parameters)
  return read(ctx, action.needs, (reader) => action.preview(reader, parsed))
}
