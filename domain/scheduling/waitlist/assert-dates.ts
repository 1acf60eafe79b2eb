import { invalid } from '#platform/core/errors.ts'

interface Dates {
  earliestDate: string | null
  latestDate: string | null
}

export const assertDates = ({ earliestDate, latestDate }: Dates): void => {
  if (earliestDate && latestDate && latestDate < earliestDate)
    throw invalid('latestDate', 'inverted_range', 'latestDate is before earliestDate.')
}
