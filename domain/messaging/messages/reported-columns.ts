import type { TextCost } from '#providers/texting/index.ts'

/** What a provider says about a text. What it leaves out stays as it was. */
interface Reported {
  reference?: string
  segments?: number | null
  cost?: TextCost | null
}

/** The columns of a message that say it. */
export interface ReportedColumns {
  providerReference?: string
  segments?: number
  costMinor?: number
  costCurrency?: string
}

export const reportedColumns = ({ reference, segments, cost }: Reported): ReportedColumns => ({
  ...(reference && { providerReference: reference }),
  ...(segments && { segments }),
  ...(cost && { costMinor: cost.amountMinor, costCurrency: cost.currency }),
})
