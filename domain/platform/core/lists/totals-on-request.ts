import { z } from 'zod'
import type { Reader } from '../transactions/transaction.ts'

/** Asks for sums over all records of a list. */
export const totalsQuery = {
  totals: z.enum(['true', 'false']).default('false').meta({
    description:
      'If true, the response includes the `totals` of all records that match the filters, on all pages.',
  }),
}

type Totals<Where, Total> = (reader: Reader, where: Where) => Promise<Total[] | null>

/** Computes the totals of a list if the query asks for them; for `listWith` of record queries. */
export const totalsOnRequest =
  <Where, Total>(totalsOf: Totals<Where, Total>) =>
  async (reader: Reader, { totals }: { totals?: 'true' | 'false' | undefined }, where: Where) => ({
    totals: totals === 'true' ? await totalsOf(reader, where) : null,
  })

/** A sum of amounts. */
export const amountTotal = (description: string, example: number) =>
  z.int().meta({ description: `${description}, in minor units of the currency.`, example })

/** The members that totals of amounts have in common. */
export const totalMembers = (records: string) => ({
  currency: z.string().meta({ description: 'Currency, as an ISO 4217 code.', example: 'EUR' }),
  count: z.int().meta({ description: `Number of ${records}.`, example: 1 }),
})
