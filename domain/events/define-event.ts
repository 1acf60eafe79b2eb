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
