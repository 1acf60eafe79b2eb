import type { Reader } from '#platform/core/transactions/transaction.ts'
import { isTrue } from '../definitions/expressions/is-true.ts'
import { EVENT_NODE } from '../definitions/triggers.ts'
import { scopeOf } from '../agent-runs/loop/scope-of.ts'
import type { TriggerEvent } from './load-event.ts'

/** Whether the filter of a trigger matches an event. */
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
  return isTrue(filter, scope)
}
