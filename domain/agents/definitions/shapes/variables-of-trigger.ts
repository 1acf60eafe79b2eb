import { ATTENTION_EVENT, type Trigger } from '../triggers.ts'
import { eventShape, type EventSchemas } from './event-shape.ts'
import { ANY, INSTANT, NULL, NUMBER, object, TEXT, type Members, type Shape } from './shape.ts'

/** The variables that every expression has. */
export const COMMON: Members = new Map<string, Shape>([
  ['run', object({ id: TEXT, agentId: TEXT, agentVersion: NUMBER })],
  ['index', NUMBER],
  ['today', TEXT],
  ['now', INSTANT],
])

/** The variables in the filter of a trigger, and in the inputs that it computes. There is no run yet. */
export const variablesOfTrigger = (trigger: Trigger, schemas: EventSchemas): Members =>
  new Map([
    ...COMMON,
    ['event', trigger.type === 'WEBHOOK' ? object({ data: ANY }) : eventOfRuns(trigger, schemas)],
    ['input', object({})],
    ['steps', object({})],
  ])

/** The event that runs have which the trigger starts. The body of a message is not kept. */
export const eventOfRuns = (trigger: Trigger, schemas: EventSchemas): Shape => {
  switch (trigger.type) {
    case 'EVENT':
      return eventShape(trigger.eventType, schemas)
    case 'ATTENTION':
      return eventShape(ATTENTION_EVENT, schemas)
    case 'WEBHOOK':
    case 'MANUAL':
    case 'SCHEDULE':
      return NULL
  }
}
