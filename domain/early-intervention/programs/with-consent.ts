import { dateIn } from '#platform/core/time.ts'
import { invalid, invalidReference } from '#platform/core/errors.ts'
import type { Transaction } from '#platform/core/transaction.ts'
import type { RecordMilestone } from './schemas.ts'

/**
 * A CONSENT with the record that proves it: the one that is named, which must be the child's and of that
 * day; else the consent to treatment of that day, where there is one.
 */
export const withConsent = async (
  tx: Transaction,
  { childId, timeZone }: { childId: string; timeZone: string },
  milestone: RecordMilestone,
): Promise<RecordMilestone> => {
  const { kind, occurredOn, consentId } = milestone
  if (kind !== 'CONSENT') {
    if (consentId === undefined) return milestone
    throw invalid('consentId', 'not_allowed', `A consent is no proof of ${kind}: leave it out.`)
  }
  const consents = await tx.db.consent.findMany({
    where: { tenantId: tx.tenantId, childId, revokedAt: null },
    orderBy: { id: 'desc' },
  })
  const ofThatDay = consents.filter(({ grantedAt }) => dateIn(grantedAt, timeZone) === occurredOn)
  if (consentId === undefined) {
    const treatment = ofThatDay.find((it) => it.kind === 'TREATMENT')
    return treatment ? { ...milestone, consentId: treatment.id } : milestone
  }
  const named = consents.find(({ id }) => id === consentId)
  if (!named) throw invalidReference('consentId', 'consent of the child that is not revoked')
  if (ofThatDay.includes(named)) return milestone
  const given = dateIn(named.grantedAt, timeZone)
  throw invalid('occurredOn', 'mismatch', `The consent was given on ${given}: say that day.`)
}
