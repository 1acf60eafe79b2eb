import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/records/ids.ts'

/** What becomes of the fee for a missed or cancelled appointment. */
export const FeeDecision = ['NONE', 'PROPOSED', 'CHARGED', 'WAIVED', 'PREPAID'] as const

const Waiver = z.strictObject({
  waivedBy: z.string().meta({ description: 'ID of the user or API key that waived the fee.' }),
  waivedAt: z.iso.datetime().meta({ description: 'When the fee was waived, in UTC.' }),
})

const Basis = z.strictObject({
  notice: z.string().nullable().meta({
    description:
      'Notice period of the window in which the cancellation falls, as an ISO 8601 duration before the start; null for a no-show.',
    example: 'P1D',
  }),
  atTime: z.string().nullable().meta({
    description:
      'Local time at which the window begins on the day given by `notice`; null to use the start time of the appointment.',
    example: '18:00',
  }),
  percent: z.number().nullable().meta({
    description: 'Percentage of the price that is due; null if the policy sets an amount.',
    example: 50,
  }),
  price: z.int().nullable().meta({
    description:
      'Price to which the percentage applies, in minor units; null if there is no percentage or the price is not known.',
    example: 9500,
  }),
})

export const AppointmentFee = z.strictObject({
  decision: z.enum(FeeDecision).meta({
    description:
      'CHARGED: the fee is charged with `orderId`. PROPOSED: a person must charge or waive the fee. WAIVED: the fee was waived. PREPAID: the appointment was already paid with `orderId`; `amount` is kept from that payment and nothing more is charged. NONE: nothing is due.',
    example: 'CHARGED',
  }),
  amount: z.int().nullable().meta({
    description:
      'Amount charged or kept, in minor units; null if the policy charges a percentage of an unknown price, in which case nothing is charged.',
    example: 4750,
  }),
  policyAmount: z.int().nullable().default(null).meta({
    description:
      'Fee according to the policy, if it is higher than the amount paid; PREPAID keeps only the amount paid. Otherwise null.',
    example: null,
  }),
  currency: z.string().nullable().meta({
    description:
      'Currency of the fee, as an ISO 4217 code; null if nothing is due or the price is not known.',
    example: 'EUR',
  }),
  policyId: idOf('cancellationPolicy')
    .nullable()
    .meta({
      description: 'Policy in force; null if the centre has none.',
      example: exampleId('cancellationPolicy'),
    }),
  basis: Basis.nullable()
    .default(null)
    .meta({
      description: 'How the policy computes the amount; null if nothing is due.',
      example: { notice: 'P1D', atTime: '18:00', percent: 50, price: 9500 },
    }),
  freeUntilAt: z.iso.datetime({ offset: true }).nullable().meta({
    description: 'Time until which a cancellation would have cost nothing or less, in UTC.',
    example: '2026-11-30T18:00:00+01:00',
  }),
  orderId: idOf('order')
    .nullable()
    .meta({
      description: 'Order of the fee, or the order that was already paid; null if there is none.',
      example: exampleId('order'),
    }),
  waiver: Waiver.nullable().meta({
    description: 'Who waived the fee and when; null if it was not waived.',
    example: null,
  }),
})
export type AppointmentFee = z.infer<typeof AppointmentFee>
