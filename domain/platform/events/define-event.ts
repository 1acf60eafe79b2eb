import type { z } from 'zod'

/** An event type, with its content, its audience and an example. */
export interface EventDefinition<Payload extends z.ZodType = z.ZodType> {
  /** One sentence that says when it is sent. */
  description: string
  /** Ids and non-clinical facts, but never names, notes or contact details. */
  payload: Payload
  example: z.input<Payload>
  /** Set for events of the specification that can be subscribed to but are not sent yet. */
  announced?: true
}

export const defineEvent = <Payload extends z.ZodType>(definition: EventDefinition<Payload>) =>
  definition

/** An event as the core needs it: its name and the schema of its payload. */
export interface EmittableEvent<Payload extends z.ZodType = z.ZodType> {
  type: string
  payload: Payload
}

type Named<Events> = { [Type in keyof Events]: Events[Type] & { readonly type: Type } }

/** The events of one resource, keyed by name, in the form that `tx.emit` accepts. */
export const defineEvents = <const Events extends Record<string, EventDefinition>>(
  events: Events,
): Named<Events> =>
  Object.fromEntries(
    Object.entries(events).map(([type, event]) => [type, { ...event, type }]),
  ) as Named<Events>
