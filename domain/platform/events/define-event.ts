import type { z } from 'zod'

/** An event type: its content, audience and example. */
export interface EventDefinition<Payload extends z.ZodType = z.ZodType> {
  /** One sentence: when it is sent. */
  description: string
  /** Ids and non-clinical facts; never names, notes or contact details. */
  payload: Payload
  example: z.input<Payload>
  /** From the specification and subscribable, but not sent yet. */
  announced?: true
}

export const defineEvent = <Payload extends z.ZodType>(definition: EventDefinition<Payload>) =>
  definition

/** The core's view of an event: its name and payload schema. */
export interface EmittableEvent<Payload extends z.ZodType = z.ZodType> {
  type: string
  payload: Payload
}

type Named<Events> = { [Type in keyof Events]: Events[Type] & { readonly type: Type } }

/** The events of one resource by name, as `tx.emit` takes them. */
export const defineEvents = <const Events extends Record<string, EventDefinition>>(
  events: Events,
): Named<Events> =>
  Object.fromEntries(
    Object.entries(events).map(([type, event]) => [type, { ...event, type }]),
  ) as Named<Events>
