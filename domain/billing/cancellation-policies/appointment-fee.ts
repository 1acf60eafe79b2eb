import { z } from 'zod'
import { exampleId, idOf } from '#platform/core/ids.ts'

/** What became of the fee of an appointment that did not take place. */
export const FeeDecision = ['NONE', 'PROPOSED', 'CHARGED', 'WAIVED', 'PREPAID'] as const

const Waiver = z.strictObject({ by: z.string(), at: z.iso.datetime() })

export const AppointmentFee = z.strictObject({
  decision: z.enum(FeeDecision).meta({
    description:
      'CHARGED by `orderId`; PROPOSED: a person has to charge or waive it; WAIVED; PREPAID: the appointment itself is paid by `orderId`, nothing more is charged; NONE: nothing is due.',
    example: 'CHARGED',
  }),
  amount: z.int().meta({ description: 'What the policy asks for, in minor units.', example: 4750 }),
  currency: z.string().nullable().meta({ example: 'EUR' }),
  policyId: idOf('cancellationPolicy')
    .nullable()
    .meta({
      description: 'The policy in force; null when the centre has none.',
      example: exampleId('cancellationPolicy'),
    }),
  deadline: z.iso.datetime({ offset: true }).nullable().meta({
    description: 'Until when it would have cost nothing, or less.',
    example: '2026-11-30T18:00:00+01:00',
  }),
  orderId: idOf('order')
    .nullable()
    .meta({ example: exampleId('order') }),
  waiver: Waiver.nullable().meta({ example: null }),
})
export type AppointmentFee = z.infer<typeof AppointmentFee>
