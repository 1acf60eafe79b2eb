import type { Context } from '#platform/core/context/context.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { wakeConsentExpiries } from './consent-expiry.ts'
import { assertConsentTimes } from './rules.ts'
import { toConsent, type Consent, type GrantConsent } from './schemas.ts'
import { consentEvents, consentFacts } from './events.ts'

/** Records a legal guardian's consent. Earlier consents of the same kind are kept. */
export const grantConsent = (ctx: Context, input: GrantConsent): Promise<Consent> =>
  transact(ctx, 'consents:write', async (tx) => {
    await assertReferences(tx, 'child', { childId: input.childId })
    await assertReferences(tx, 'client', { grantedById: input.grantedById })
    assertConsentTimes(input, tx.now)
    const guardian = await tx.db.guardianship.findFirst({
      where: {
        tenantId: tx.tenantId,
        childId: input.childId,
        clientId: input.grantedById,
        legal: true,
        endedAt: null,
      },
    })
    if (!guardian)
      throw invalid(
        'grantedById',
        'not_a_guardian',
        'Only a legal guardian can consent for a child. Record the guardianship as legal first.',
      )
    const row = await tx.db.consent.create({
      data: { ...freshRecord(tx, newId('consent')), ...input, recordedBy: tx.actor.id },
    })
    const subject = { type: 'consent', id: row.id } as const
    tx.created(subject, row)
    tx.emit(consentEvents['consent.granted'], subject, consentFacts(row))
    await wakeConsentExpiries(tx, row)
    return toConsent(row, tx.now)
  })
