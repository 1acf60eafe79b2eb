import { z } from 'zod'
import { growing } from '#platform/core/schemas/growing.ts'

/** Consequences of a cancellation. */
const CancellationStep = [
  'REFUND',
  'CREDIT',
  'HAND_BACK',
  'DECIDE',
  'WITHDRAWAL',
  'REVERSAL',
  'WAITLIST_OFFER',
  'NOTICE',
] as const

export const CancellationLine = z
  .strictObject({
    step: growing(z.enum(CancellationStep)).meta({
      description:
        'REFUND: what was paid goes back by the gateway. CREDIT: it becomes credit. HAND_BACK: a person gives back what was paid in hand. DECIDE: a person decides. WITHDRAWAL: the rest of the order is owed no more. REVERSAL: what the provider gives back of a share that was settled, with their next settlement. WAITLIST_OFFER: the slot is offered. NOTICE: the family is told.',
      example: 'REFUND',
    }),
    amount: z
      .int()
      .nullable()
      .meta({ description: 'In minor units; null where it is not about money.', example: 4750 }),
    currency: z.string().nullable().meta({
      description: 'As an ISO 4217 code; null where it is not about money.',
      example: 'EUR',
    }),
  })
  .meta({ id: 'CancellationLine' })
export type CancellationLine = z.infer<typeof CancellationLine> & {
  step: (typeof CancellationStep)[number]
}
