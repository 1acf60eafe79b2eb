import { dateIn } from '#platform/core/time/time.ts'
import { invalid, invalidReference } from '#platform/core/errors/errors.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { RecordMilestone } from './schemas.ts'

/** Consents that prove the consent to IFSP services, in order of preference. */
const PROVING = ['EARLY_INTERVENTION_SERVICES', 'TREATMENT']

/**
 * Adds the record that proves a CONSENT milestone: the given one, which must belong to the child and that day;
 * otherwise a consent to services or treatment of that day, if there is one.
 */
export const withConsent = async (
  tx: Transaction,
  { childId, timeZone }: { childId: string; timeZone: string },
  milestone: RecordMilestone,
): Promise<RecordMilestone> => {
  const { kind, occurredOn, consentId } = milestone
  if (kind !== 'CONSENT') {
    if (consentId === undefined) return milestone
    throw invalid('consentId', 'not_allowed', `consentId is not allowed for ${kind}. Omit it.`)
  }
  const consents = await tx.db.consent.findMany({
    where: { tenantId: tx.tenantId, childId, revokedAt: null },
    orderBy: { id: 'desc' },
  })
  const ofThatDay = consents.filter(({ grantedAt }) => dateIn(grantedAt, timeZone) === occurredOn)
  if (consentId === undefined) {
    const consent = PROVING.flatMap((of) => ofThatDay.filter((it) => it.kind === of)).at(0)
    return consent ? { ...milestone, consentId: consent.id } : milestone
  }
  const named = consents.find(({ id }) => id === consentId)
  if (!named) throw invalidReference('consentId', 'consent of the child that is not revoked')
  if (ofThatDay.includes(named)) return milestone
  const given = dateIn(named.grantedAt, timeZone)
  throw invalid('occurredOn', 'mismatch', `The consent was given on ${given}. Send that date.`)
}
