import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/records/ids.ts'

/** What becomes of the fee for a missed or cancelled appointment. */
export const FeeDecision = ['NONE', 'PROPOSED', 'CHARGED', 'WAIVED', 'PREPAID'] as const

const Waiver = z.strictObject({
  waivedBy: z.string().meta({ description: 'Id of the user or API key that waived the fee.' }),
  waivedAt: z.iso.datetime().meta({ description: 'When the fee was waived, in UTC.' }),
})

const Basis = z.strictObject({
  notice: z.string().nullable().meta({
    description:
      'Notice of the window that the cancellation falls into, as an ISO 8601 duration before the start; null for a no-show.',
    example: 'P1D',
  }),
  atTime: z.string().nullable().meta({
    description:
      'Local time of that day at which the window begins; null: the time of the appointment.',
    example: '18:00',
  }),
  percent: z.number().nullable().meta({
    description: 'Share of the price that is due; null if the policy names an amount.',
    example: 50,
  }),
  price: z.int().nullable().meta({
    description:
      'Price to which the percentage applies, in minor units; null without a percentage, or if it is not known.',
    example: 9500,
  }),
})

export const AppointmentFee = z.strictObject({
  decision: z.enum(FeeDecision).meta({
    description:
      'CHARGED by `orderId`; PROPOSED: a person must charge or waive it; WAIVED; PREPAID: the appointment itself was paid by `orderId`, of which `amount` is kept and nothing more is charged; NONE: nothing is due.',
    example: 'CHARGED',
  }),
  amount: z.int().nullable().meta({
    description:
      'Amount charged or kept, in minor units; null if the policy charges a share of an unknown price. Then nothing is charged.',
    example: 4750,
  }),
  policyAmount: z.int().nullable().default(null).meta({
    description:
      'Fee by the policy, if higher than the amount paid: PREPAID keeps the amount paid. Null otherwise.',
    example: null,
  }),
  currency: z.string().nullable().meta({
    description:
      'Currency of the fee, as an ISO 4217 code; null if nothing is due, or the price is not known.',
    example: 'EUR',
  }),
  policyId: idOf('cancellationPolicy')
    .nullable()
    .meta({
      description: 'The policy in force; null when the centre has none.',
      example: exampleId('cancellationPolicy'),
    }),
  basis: Basis.nullable()
    .default(null)
    .meta({
      description: 'How the policy computes the amount; null if nothing is due.',
      example: { notice: 'P1D', atTime: '18:00', percent: 50, price: 9500 },
    }),
  freeUntilAt: z.iso.datetime({ offset: true }).nullable().meta({
    description: 'Until when a cancellation would have cost nothing, or less.',
    example: '2026-11-30T18:00:00+01:00',
  }),
  orderId: idOf('order')
    .nullable()
    .meta({
      description: 'Order of the fee, or the one that was paid before; null if there is none.',
      example: exampleId('order'),
    }),
  waiver: Waiver.nullable().meta({
    description: 'Who waived the fee and when; null unless it was waived.',
    example: null,
  }),
})
export type AppointmentFee = z.infer<typeof AppointmentFee>
