import { DomainError, invalid } from '../errors/errors.ts'
import { DAY_MS } from '../time/time.ts'

const LONGEST_MS = 366 * DAY_MS

/** A limited time for which one person stands in for another. The end is exclusive. */
interface Period {
  startsAt: Date
  endsAt: Date
}

/** The period that a request describes: from now by default, and for a year at most. */
export const periodOf = (
  { startsAt, endsAt }: { startsAt?: Date; endsAt: Date },
  now: Date,
): Period => {
  const from = startsAt ?? now
  if (endsAt <= from || endsAt <= now)
    throw invalid(
      'endsAt',
      'out_of_range',
      'endsAt must be later than now and later than startsAt.',
    )
  if (endsAt.getTime() - from.getTime() > LONGEST_MS)
    throw invalid('endsAt', 'out_of_range', 'endsAt must be within a year of startsAt.')
  return { startsAt: from, endsAt }
}

/** The fields that end a period early, or before it starts. */
export const endEarly = ({ startsAt, endsAt }: Period, now: Date, name: string) => {
  if (endsAt > now) return { endsAt: startsAt > now ? startsAt : now }
  throw new DomainError('invalid_transition', `The ${name} has already ended.`, {
    extra: { status: 'ENDED', allowed: [] },
  })
}

/** A filter for the periods that contain an instant. */
export const currentAt = (now: Date) => ({ startsAt: { lte: now }, endsAt: { gt: now } })

/** A filter for the other periods. */
export const notCurrentAt = (now: Date) => ({
  OR: [{ startsAt: { gt: now } }, { endsAt: { lte: now } }],
})
