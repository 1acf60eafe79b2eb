import { z } from 'zod'
import { MAX_ORDER_AMOUNT_MINOR } from './max-order-amount-minor.ts'

export const LineDiscount = z
  .strictObject({
    percent: z
      .number()
      .min(0.01)
      .max(100)
      .multipleOf(0.01)
      .exactOptional()
      .meta({ description: 'Percentage of quantity × price, with two decimals.', example: 10 }),
    amount: z
      .int()
      .min(1)
      .max(MAX_ORDER_AMOUNT_MINOR)
      .exactOptional()
      .meta({ description: 'Amount in minor units, at most the price of the line.' }),
  })
  .refine(({ percent, amount }) => (percent === undefined) !== (amount === undefined), {
    error: 'must have a percent or an amount',
  })
  .meta({ id: 'LineDiscount', example: { percent: 10 } })

export type Discount = z.infer<typeof LineDiscount>
