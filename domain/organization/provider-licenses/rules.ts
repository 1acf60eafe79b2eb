import { DomainError, invalid } from '#platform/core/errors/errors.ts'
import { dateOf, dayOf } from '#platform/core/time/local-time.ts'
import { atLocalTime } from '#platform/core/time/time.ts'

export const VERIFICATION_STATUS = ['UNVERIFIED', 'PENDING', 'VERIFIED', 'MISMATCH'] as const
export type VerificationStatus = (typeof VERIFICATION_STATUS)[number]

export const VERIFICATION_METHOD = ['REGISTRY', 'DOCUMENT', 'PHONE', 'OTHER'] as const
export type VerificationMethod = (typeof VERIFICATION_METHOD)[number]

/** How many days before the expiry the provider is reminded. */
const REMINDER_DAYS = [90, 60, 30, 7] as const

/** The time of day of reminders, in the centre's zone. */
const REMINDER_TIME = '08:00'

/**
 * When a license is next due: at a reminder, or at the start of its expiry day in the centre's zone. If that
 * day has started, it is due immediately; null for a license that does not expire.
 */
export const nextWatch = (expiresOn: string | null, now: Date, timeZone: string): Date | null => {
  if (expiresOn === null) return null
  const reminders = REMINDER_DAYS.map((days) =>
    atLocalTime(dateOf(dayOf(expiresOn) - days), REMINDER_TIME, timeZone),
  )
  return reminders.find((due) => due > now) ?? atLocalTime(expiresOn, '00:00', timeZone)
}

export const hasExpired = (expiresOn: string | null, today: string): boolean =>
  expiresOn !== null && expiresOn <= today

/** Refuses inconsistent dates. */
export const assertDates = ({
  issuedOn,
  expiresOn,
}: {
  issuedOn: string | null
  expiresOn: string | null
}): void => {
  if (issuedOn !== null && expiresOn !== null && expiresOn <= issuedOn)
    throw invalid('expiresOn', 'inverted_range', 'expiresOn must be later than issuedOn.')
}

/** Refuses to verify a license that could not count. */
export const assertMayCount = (
  license: { archivedAt: Date | null },
  { expiresOn, today }: { expiresOn: string | null; today: string },
): void => {
  if (license.archivedAt)
    throw new DomainError('record_archived', 'The license is archived. Restore it first.')
  if (hasExpired(expiresOn, today))
    throw new DomainError(
      'license_expired',
      `The license expired on ${expiresOn}. After its renewal, change expiresOn before you verify it.`,
      { extra: { expiresOn } },
    )
}

/** The reason why no registry can check a license; undefined if one can. */
export const whyNotChecked = ({
  registry,
  npi,
  state,
}: {
  registry: string
  npi: string | null
  state: string
}): string | undefined => {
  if (registry === 'none') return 'This deployment has no license registry.'
  if (!state.startsWith('US-')) return 'The registry covers only the United States.'
  if (npi === null)
    return 'The provider has no national provider identifier, which is needed for the check.'
  return undefined
}

/** The note on a check that was abandoned. */
export const NO_ANSWER = 'The registry gave no usable answer within a day.'

/** The facts that decide whether a person must review a license. */
export interface ReviewFacts {
  verificationStatus: string
  verificationNote: string | null
  checkedAt: Date | null
  expiresOn: string | null
  watchAt: Date | null
  archivedAt: Date | null
  /** The facts about the license's provider. */
  suspendedAt: Date | null
  suspensionReason: string | null
}

/** What a person must review, and since when; undefined if there is nothing. */
export const reviewOf = (
  facts: ReviewFacts,
): { step: 'mismatch' | 'unanswered' | 'expired'; dueAt: Date } | undefined => {
  const { verificationStatus: status, checkedAt, suspendedAt } = facts
  if (facts.archivedAt) return undefined
  // The license is no longer watched, because it has expired.
  const isOver = facts.expiresOn !== null && facts.watchAt === null
  if (isOver && suspendedAt && facts.suspensionReason === 'LICENSE_EXPIRED')
    return { step: 'expired', dueAt: suspendedAt }
  if (!checkedAt) return undefined
  if (status === 'MISMATCH') return { step: 'mismatch', dueAt: checkedAt }
  const hasNoAnswer = facts.verificationNote === NO_ANSWER && status !== 'PENDING'
  return hasNoAnswer ? { step: 'unanswered', dueAt: checkedAt } : undefined
}
