import { z } from 'zod'
import type { Reserve as ReserveModel } from '#prisma/generated/client.ts'
import { growing } from '#platform/core/schemas/growing.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { line, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { calendarDate, dateTextOrNull } from '#platform/core/time/time.ts'
import { MAX_ORDER_AMOUNT_MINOR } from '#receivables/orders/max-order-amount-minor.ts'
import { ReserveStatus } from './rules.ts'

const days = z.int().min(1).max(730).meta({
  description: 'Number of days for which the amount is held after the settlement is paid.',
  example: 90,
})

/** A reserve that a person adds to a settlement. */
export const HoldBack = z
  .strictObject({
    amount: z
      .int()
      .min(1)
      .max(MAX_ORDER_AMOUNT_MINOR)
      .meta({ description: 'Amount in minor units. It is limited to the payout.', example: 2_000 }),
    days,
    reason: line(500).meta({
      description: 'Reason, which the provider sees. Do not name families.',
      example: 'A complaint is looked into.',
    }),
  })
  .meta({
    id: 'HoldBack',
    example: { amount: 2_000, days: 30, reason: 'A complaint is looked into.' },
  })
export type HoldBack = z.infer<typeof HoldBack>

const amount = (description: string, example: number) =>
  z.int().meta({ description: `${description}, in minor units of the currency.`, example })

export const Reserve = resourceSchema('Reserve', {
  id: idOf('reserve'),
  settlementId: idOf('settlement').meta({
    description: 'Settlement that held the amount back.',
    example: exampleId('settlement'),
  }),
  providerId: idOf('provider'),
  status: growing(z.enum(ReserveStatus)).meta({
    description:
      'Whether the reserve is held until its release date, is due and will be paid by the provider’s next settlement in this currency, or is released because nothing is left.',
    example: 'HELD',
  }),
  currency: z.string().meta({ description: 'Currency, as an ISO 4217 code.', example: 'EUR' }),
  amount: amount('Amount held back', 350),
  released: amount('Amount paid out by settlements, or set off against what the provider owes', 0),
  days,
  reason: z.string().nullable().meta({
    description:
      'Reason given by the person who requested the reserve; null if the split terms require it.',
    example: null,
  }),
  releasesOn: calendarDate().nullable().meta({
    description: 'Date from which the reserve is due; null until its settlement is paid.',
    example: '2027-02-14',
  }),
  ...recordMembers,
})
export type Reserve = z.infer<typeof Reserve>

/** @param today the current date at the centre. */
export const toReserve = (row: ReserveModel, today: string): Reserve => {
  const releasesOn = dateTextOrNull(row.releasesOn)
  const isDue = releasesOn !== null && releasesOn <= today
  const held = isDue ? 'DUE' : 'HELD'
  return {
    id: row.id,
    settlementId: row.settlementId,
    providerId: row.providerId,
    status: row.releasedMinor === row.amountMinor ? 'RELEASED' : held,
    currency: row.currency,
    amount: row.amountMinor,
    released: row.releasedMinor,
    days: row.days,
    reason: row.reason,
    releasesOn,
    ...recordOf(row),
  }
}
