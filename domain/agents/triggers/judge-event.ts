import { verdictOf, type Verdict } from '../definitions/expressions/verdict-of.ts'
import { ATTENTION_EVENT, EVENT_NODE, type Trigger } from '../definitions/triggers.ts'
import { scopeAt } from '../agent-runs/loop/scope-of.ts'
import type { TriggerEvent } from './load-event.ts'

/** Whether a trigger takes an event, at an instant in the time zone of the centre. Pure. */
export const judgeEvent = (
  trigger: Trigger,
  event: TriggerEvent,
  at: { now: Date; timeZone: string },
): Verdict => {
  if (!isOfItsKind(trigger, event)) return { verdict: 'DIFFERS' }
  const { filter } = trigger
  // Fast path: without a filter nothing is evaluated.
  if (filter === null) return { verdict: 'MATCHES' }
  const scope = scopeAt(at, {
    run: { id: '', agentId: '', agentVersion: 0, input: {} },
    past: [{ node: EVENT_NODE, status: 'SUCCEEDED', output: event, failureCode: null }],
  })
  return verdictOf(filter, scope)
}

const isOfItsKind = (
  trigger: Trigger,
  { type, data }: TriggerEvent,
): trigger is Extract<Trigger, { type: 'EVENT' | 'ATTENTION' }> => {
  if (trigger.type === 'EVENT') return trigger.eventType === type
  if (trigger.type !== 'ATTENTION' || type !== ATTENTION_EVENT) return false
  const { kinds } = trigger
  const { kind } = data as { kind: (typeof kinds)[number] }
  return kinds.length === 0 || kinds.includes(kind)
}
