import { isTrue } from '../definitions/expressions/is-true.ts'
import { EVENT_NODE } from '../definitions/triggers.ts'
import { scopeAt } from '../agent-runs/loop/scope-of.ts'
import type { TriggerEvent } from './load-event.ts'

/** Whether the filter of a trigger matches an event, at an instant in the time zone of the centre. Pure. */
export const matches = (
  at: { now: Date; timeZone: string },
  filter: string | null,
  event: TriggerEvent,
): boolean => {
  if (filter === null) return true
  const scope = scopeAt(at, {
    run: { id: '', agentId: '', agentVersion: 0, input: {} },
    past: [{ node: EVENT_NODE, status: 'SUCCEEDED', output: event, failureCode: null }],
  })
  return isTrue(filter, scope)
}
