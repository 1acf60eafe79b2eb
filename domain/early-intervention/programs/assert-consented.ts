import { DomainError } from '#platform/core/errors/errors.ts'
import { dateIn } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { ConsentNeed } from './consent-rules.ts'

/**
 * Refuses an action unless the required consent of the child is in force on the action's day, at the program's
 * location.
 */
export const assertConsented = async (
  tx: Transaction,
  { childId, timeZone }: { childId: string; timeZone: string },
  needs: readonly ConsentNeed[],
): Promise<void> => {
  if (needs.length === 0) return
  const consents = await tx.db.consent.findMany({
    where: { tenantId: tx.tenantId, childId, kind: { in: needs.map((it) => it.kind) } },
  })
  const dayOf = (at: Date) => dateIn(at, timeZone)
  const missing = needs.filter(
    ({ kind, day }) =>
      !consents.some(
        (it) =>
          it.kind === kind &&
          dayOf(it.grantedAt) <= day &&
          (it.expiresAt === null || dayOf(it.expiresAt) >= day) &&
          (it.revokedAt === null || dayOf(it.revokedAt) > day),
      ),
  )
  const [first] = missing
  if (!first) return
  const kinds = [...new Set(missing.map(({ kind }) => kind))].toSorted()
  throw new DomainError(
    'consent_missing',
    `${first.what} requires consent to ${first.kind} by ${first.day}. Record the consent with the date on which it was given, then try again.`,
    { extra: { missing: kinds } },
  )
}
