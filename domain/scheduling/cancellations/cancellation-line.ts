import { z } from 'zod'
import { growing } from '#platform/core/schemas/growing.ts'

/** The consequences of a cancellation. */
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
        'REFUND: the payment is refunded through the gateway. CREDIT: the amount becomes credit. HAND_BACK: a person returns what was paid in person. DECIDE: a person decides. WITHDRAWAL: the rest of the order is no longer owed. REVERSAL: the provider returns a settled share with their next settlement. WAITLIST_OFFER: the slot is offered to the waitlist. NOTICE: the family is notified.',
      example: 'REFUND',
    }),
    amount: z
      .int()
      .nullable()
      .meta({ description: 'Amount in minor units; null if no money is involved.', example: 4750 }),
    currency: z.string().nullable().meta({
      description: 'Currency as an ISO 4217 code; null if no money is involved.',
      example: 'EUR',
    }),
  })
  .meta({ id: 'CancellationLine' })
export type CancellationLine = z.infer<typeof CancellationLine> & {
  step: (typeof CancellationStep)[number]
}
