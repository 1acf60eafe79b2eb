import { Temporal } from 'temporal-polyfill'
import { DomainError, invalid } from '#platform/core/errors/errors.ts'
import { canonicalJson } from '#platform/core/sql/json.ts'
import type { ReportFindings } from './schemas.ts'

/** The longest period of a report, in years: a discharge summary covers all of a child's care. */
const MOST_YEARS = 18

export const assertPeriod = ({ startsOn, endsOn }: { startsOn: string; endsOn: string }): void => {
  const [first, last] = [Temporal.PlainDate.from(startsOn), Temporal.PlainDate.from(endsOn)]
  if (Temporal.PlainDate.compare(first, last) > 0)
    throw invalid('startsOn', 'out_of_range', 'startsOn must not be later than endsOn.')
  if (Temporal.PlainDate.compare(first.add({ years: MOST_YEARS }), last) < 0)
    throw invalid('startsOn', 'out_of_range', `A report covers at most ${MOST_YEARS} years.`)
}

/** Refuses to sign a report without a summary, or before its period has ended. */
export const assertWritten = (
  { summary, endsOn }: { summary: string | null; endsOn: string },
  today: string,
): void => {
  if (summary === null)
    throw invalid('summary', 'required', 'Write the summary before you sign the report.')
  if (endsOn > today)
    throw new DomainError(
      'too_early',
      `The period of the report ends on ${endsOn}. Sign it then, or change endsOn.`,
    )
}

/** Refuses to sign what the record no longer shows. */
export const assertCurrent = (drawn: ReportFindings, current: ReportFindings): void => {
  const changed = (Object.keys(current) as (keyof ReportFindings)[]).filter(
    (part) => canonicalJson(drawn[part]) !== canonicalJson(current[part]),
  )
  if (changed.length === 0) return
  throw new DomainError(
    'findings_changed',
    `The record has changed since the findings were drawn (${changed.join(', ')}). Refresh the report, read it, and sign it then.`,
    { extra: { changed } },
  )
}
