import type { Reader } from '#platform/core/transaction.ts'
import { ExpressionError } from '../definitions/expression-error.ts'
import { readExpression } from '../definitions/read-expression.ts'
import { EVENT_NODE, scopeOf } from '../configured-runs/scope-of.ts'
import type { TriggerEvent } from './load-event.ts'

/** Whether a filter takes an event. One that has no value for it, such as of a member that it does not have, does not. */
export const matches = async (
  reader: Reader,
  filter: string | null,
  event: TriggerEvent,
): Promise<boolean> => {
  if (filter === null) return true
  const scope = await scopeOf(reader, {
    run: { id: '', agentId: '', agentVersion: 0, input: {} },
    past: [{ node: EVENT_NODE, status: 'SUCCEEDED', output: event, failureCode: null }],
  })
  try {
    return readExpression(filter).evaluate(scope) === true
  } catch (error) {
    if (error instanceof ExpressionError) return false
    throw error
  }
}
