import type { Consent as ConsentModel, Prisma } from '#prisma/generated/client.ts'
import { changeRecord, type RecordKind } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { keyOf, type RecordRef } from '#platform/core/records/record-ref.ts'
import { wakeConsentExpiries } from './consent-expiry.ts'
import { loadConsent } from './queries.ts'
import { assertUnrevoked } from './rules.ts'
import { toConsent, type Consent } from './schemas.ts'
import { consentEvents, consentFacts } from './events.ts'
import { consentExpiryWorkflow } from './workflows.ts'

const consentRecord = (
  now: Date,
): RecordKind<ConsentModel, Prisma.ConsentUncheckedUpdateInput, Consent> => ({
  type: 'consent',
  table: 'consents',
  permission: 'consents:write',
  load: loadConsent,
  update: (tx, id, data) => tx.db.consent.update({ where: keyOf(tx, id), data }),
  show: (row) => toConsent(row, now),
})

/** Revokes a consent from now on. Existing appointments are kept; the caller may cancel them. */
export const revokeConsent = (ctx: Context, { reason, ...ref }: RecordRef & { reason: string }) =>
  changeRecord(ctx, ref, consentRecord(ctx.platform.clock.now()), {
    fields: (before, tx) => {
      assertUnrevoked(before)
      return { revokedAt: tx.now, revokeReason: reason }
    },
    effects: async (tx, after) => {
      const { id, childId, kind, expiresAt } = after
      tx.emit(consentEvents['consent.revoked'], { type: 'consent', id }, consentFacts(after))
      if (expiresAt) tx.wake(consentExpiryWorkflow, id)
      await wakeConsentExpiries(tx, { childId, kind })
    },
  })
