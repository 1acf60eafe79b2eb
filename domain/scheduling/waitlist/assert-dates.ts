import { invalid } from '#platform/core/errors/errors.ts'

interface Dates {
  startsOn: string | null
  endsOn: string | null
}

export const assertDates = ({ startsOn, endsOn }: Dates): void => {
  if (startsOn && endsOn && endsOn < startsOn)
    throw invalid('endsOn', 'inverted_range', 'endsOn is before startsOn. Send a later endsOn.')
}
