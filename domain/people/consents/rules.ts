import { ConsentKind } from '#organization/services/consent-kind.ts'
import { DomainError, invalid } from '#platform/core/errors/errors.ts'

export const ConsentStatus = ['ACTIVE', 'EXPIRED', 'REVOKED'] as const
export type ConsentStatus = (typeof ConsentStatus)[number]

export const consentStatus = (
  consent: { expiresAt: Date | null; revokedAt: Date | null },
  now: Date,
): ConsentStatus => {
  if (consent.revokedAt) return 'REVOKED'
  return consent.expiresAt && consent.expiresAt <= now ? 'EXPIRED' : 'ACTIVE'
}

export const assertConsentTimes = (
  { grantedAt, expiresAt }: { grantedAt: Date; expiresAt?: Date | null },
  now: Date,
): void => {
  if (grantedAt > now)
    throw invalid('grantedAt', 'in_the_future', 'grantedAt is in the future. Send a past time.')
  if (expiresAt && expiresAt <= grantedAt)
    throw invalid('expiresAt', 'inverted_range', 'expiresAt must be after grantedAt.')
}

export const assertUnrevoked = (consent: { revokedAt: Date | null }): void => {
  if (!consent.revokedAt) return
  throw new DomainError('invalid_transition', 'The consent has already been revoked.', {
    extra: { status: 'REVOKED', allowed: [] },
  })
}

/** When the consent of each required kind expires (ms since 1970); null if it is missing. */
export type ConsentsHeld = Partial<Record<ConsentKind, number | null>>

/** A value for "no expiry" that is valid for both PostgreSQL and Date. */
const NO_END_MS = 8.64e15

/** {@link ConsentsHeld} as an SQL expression. If nothing is required, it is NULL and costs nothing. */
export const consentsHeld = (tenantId: string, childId: string, required: string): string =>
  `(SELECT jsonb_object_agg(needed.kind, (SELECT max(COALESCE(extract(epoch FROM held.expires_at) * 1000, ${NO_END_MS}))
      FROM consents held WHERE held.tenant_id = ${tenantId} AND held.child_id = ${childId} AND held.kind = needed.kind
        AND held.revoked_at IS NULL))
    FROM unnest(${required}) AS needed(kind))`

/** The required consents that are missing at an instant. */
export const missingConsents = (held: ConsentsHeld | null, at: Date): ConsentKind[] =>
  ConsentKind.filter((kind) => held && kind in held && (held[kind] ?? 0) <= at.getTime()).toSorted()

/** Until when (ms since 1970) all required consents are in force; 0 if one is missing. */
export const heldUntil = (held: ConsentsHeld | null): number =>
  Math.min(Infinity, ...Object.values(held ?? {}).map((until) => until ?? 0))

/** Refuses a booking without the required consents at its time. */
export const assertConsents = (held: ConsentsHeld | null, at: Date): void => {
  const missing = missingConsents(held, at)
  if (missing.length === 0) return
  throw new DomainError(
    'consent_missing',
    `The service requires consent to ${missing.join(', ')}. Record it before you book.`,
    { extra: { missing } },
  )
}
