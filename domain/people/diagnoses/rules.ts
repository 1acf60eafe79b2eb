import { DomainError, invalid } from '#platform/core/errors/errors.ts'
import { dateText } from '#platform/core/time/time.ts'
import { assertNotInFuture } from '../children/rules.ts'

export const DiagnosisStatus = ['ACTIVE', 'RESOLVED'] as const
export type DiagnosisStatus = (typeof DiagnosisStatus)[number]

/**
 * The form of an ICD-10-CM code: a letter, a digit, a digit or letter, and up to four more characters after a point
 * (ICD-10-CM Official Guidelines for Coding and Reporting, I.A.2 and I.B.2). ICD-10 codes of other countries have
 * this form, too. The platform has no list of codes.
 */
export const DIAGNOSIS_CODE = /^[A-Z][0-9][0-9A-Z](?:\.[0-9A-Z]{1,4})?$/

/** The most diagnoses that a claim form has room for (CMS-1500, item 21). */
export const MOST_BILLED = 12

/** Refuses dates in the future, an onset before birth, and an end before the onset. */
export const assertDiagnosisDates = (
  { onsetOn, resolvedOn }: { onsetOn: string | null; resolvedOn: string | null },
  { birthDate, ...here }: { birthDate: Date; now: Date; timeZone: string },
): void => {
  for (const [path, date] of Object.entries({ onsetOn, resolvedOn }))
    assertNotInFuture(path, date ?? undefined, here)
  if (onsetOn !== null && onsetOn < dateText(birthDate))
    throw invalid('onsetOn', 'too_early', 'onsetOn is before the child’s birth. Check the date.')
  if (onsetOn !== null && resolvedOn !== null && resolvedOn < onsetOn)
    throw invalid(
      'resolvedOn',
      'inverted_range',
      `The diagnosis began on ${onsetOn}. Send that date or a later one.`,
    )
}

export const assertUnresolved = ({ resolvedOn }: { resolvedOn: Date | null }): void => {
  if (!resolvedOn) return
  throw new DomainError(
    'invalid_transition',
    'The diagnosis has already been resolved. If it came back, record it again.',
    { extra: { status: 'RESOLVED', allowed: [] } },
  )
}
