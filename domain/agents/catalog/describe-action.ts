import type { Context } from '#platform/core/context/context.ts'
import { permissionsIn, type Permission } from '#platform/core/access/permissions.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { readingOf } from '#platform/core/access/withheld.ts'
import { ACTIONS } from './actions/index.ts'
import { checkedParameters } from './checked-parameters.ts'
import { namedIn } from './named-in.ts'
import type { AskedAction } from './perform-action.ts'

/**
 * Permissions required to read the records of an action. A person who decides must be able to read them, but
 * need not be able to perform the action.
 */
export const needsToDescribe = (name: string): readonly [Permission, ...Permission[]] => {
  const [first, ...others] = permissionsIn(namedIn(ACTIONS, 'action', name).needs)
  return [readingOf(first), ...others.map(readingOf)]
}

/** Describes the effect of an action to people who may read its records. Writes nothing. */
export const describeAction = async (
  ctx: Context,
  { action: name, parameters }: AskedAction,
): Promise<{ text: string }> => {
  const action = namedIn(ACTIONS, 'action', name)
  const parsed = checkedParameters(action.parameters, parameters)
  return read(ctx, needsToDescribe(name), (reader) => action.preview(reader, parsed))
}

/** The parameters of an action, as it would get them, and the ids of the people to whom it would write now. */
export const addressAction = async (
  ctx: Context,
  { action: name, parameters }: AskedAction,
): Promise<{ parameters: object; recipientIds: readonly string[] }> => {
  const action = namedIn(ACTIONS, 'action', name)
  const parsed = checkedParameters(action.parameters, parameters)
  return read(ctx, needsToDescribe(name), async (reader) => {
    // It refuses records that do not exist.
    await action.preview(reader, parsed)
    return { parameters: parsed as object, recipientIds: await action.recipients(reader, parsed) }
  })
}
