import { dateIn } from '#platform/core/time/time.ts'
import { invalid, invalidReference } from '#platform/core/errors/errors.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { RecordMilestone } from './schemas.ts'

/** What proves consent to the services of an IFSP, the best first. */
const PROVING = ['EARLY_INTERVENTION_SERVICES', 'TREATMENT']

/**
 * A CONSENT with the record that proves it: the one that is named, which must be the child's and of that
 * day; else the consent to services, or to treatment, of that day, where there is one.
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
    const consent = PROVING.flatMap((of) => ofThatDay.filter((it) => it.kind === of)).at(0)
    return consent ? { ...milestone, consentId: consent.id } : milestone
  }
  const named = consents.find(({ id }) => id === consentId)
  if (!named) throw invalidReference('consentId', 'consent of the child that is not revoked')
  if (ofThatDay.includes(named)) return milestone
  const given = dateIn(named.grantedAt, timeZone)
  throw invalid('occurredOn', 'mismatch', `The consent was given on ${given}: say that day.`)
}
