import type { z } from 'zod'

/** One kind of event: what it tells, to whom that matters, and how it looks. */
export interface EventDefinition<Payload extends z.ZodType = z.ZodType> {
  /** One sentence: when it is sent. */
  description: string
  /** Ids and facts that are not clinical; never names, notes or contact details. */
  payload: Payload
  example: z.input<Payload>
  /** Of the specification, and subscribable, but nothing sends it yet. */
  announced?: true
}

export const defineEvent = <Payload extends z.ZodType>(definition: EventDefinition<Payload>) =>
  definition

/** What the core knows of an event when a write emits it: its name and the schema of its payload. */
export interface EmittableEvent<Payload extends z.ZodType = z.ZodType> {
  type: string
  payload: Payload
}

type Named<Events> = { [Type in keyof Events]: Events[Type] & { readonly type: Type } }

/** The events of one resource, each with its own name, as `tx.emit` takes them. */
export const defineEvents = <const Events extends Record<string, EventDefinition>>(
  events: Events,
): Named<Events> =>
  Object.fromEntries(
    Object.entries(events).map(([type, event]) => [type, { ...event, type }]),
  ) as Named<Events>
