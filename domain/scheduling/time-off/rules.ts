import { invalid } from '#platform/core/errors/errors.ts'

export const TimeOffStatus = ['REQUESTED', 'APPROVED', 'DECLINED', 'CANCELLED'] as const
export type TimeOffStatus = (typeof TimeOffStatus)[number]

const MOST_DAYS = 366

/** Refuses a range that is inverted or longer than a year. */
export const assertRange = (startsAt: Date, endsAt: Date): void => {
  if (endsAt <= startsAt)
    throw invalid('endsAt', 'inverted_range', 'endsAt must be after startsAt.')
  if (endsAt.getTime() - startsAt.getTime() > MOST_DAYS * 86_400_000)
    throw invalid(
      'endsAt',
      'range_too_long',
      `Time off can last at most ${MOST_DAYS} days. Choose an earlier end.`,
    )
}
