import { inZone } from '../core/time.ts'
import type { Transaction } from '../core/transaction.ts'
import type { StepInHand } from '../follow-ups/kind.ts'
import { createLink } from '../links/create-link.ts'
import { queueMessage } from '../messages/queue-message.ts'
import { guardiansOf } from '../messages/recipients.ts'
import { loadMessagingTerms } from '../messages/settings.ts'

/** An offer, as far as those who are asked are told of it. */
interface OfferToTell {
  offerId: string
  childId: string
  startsAt: Date
  zone: string
  locationName: string
  locationPhone: string | null
  expiresAt: Date
}

/** An e-mail to each legal guardian, with a link of their own; says how many there are. */
export const tellGuardians = async (
  tx: Transaction,
  { offerId, childId, startsAt, zone, expiresAt, locationName, locationPhone }: OfferToTell,
  { step, followUpId, fired }: StepInHand,
): Promise<number> => {
  const guardians = await guardiansOf(tx, childId)
  const { language } = await loadMessagingTerms(tx)
  const [child] = await tx.sql<{ firstName: string }>(CHILD, [tx.tenantId, childId])
  const subject = { type: 'waitlist_offer', id: offerId }
  for (const recipient of guardians) {
    const link = {
      purpose: 'waitlist-offer',
      subject,
      recipientId: recipient.id,
      language,
    } as const
    const { path } = await createLink(tx, { ...link, expiresAt })
    await queueMessage(tx, {
      template: 'waitlist.offer',
      variables: {
        startsAt: inZone(startsAt, zone),
        zone,
        locationName,
        locationPhone,
        firstName: recipient.firstName,
        childFirstName: child!.firstName,
        answerBy: inZone(expiresAt, zone),
        path,
      },
      recipient,
      subject,
      dedupeKey: `${followUpId}/${step}/${recipient.id}`,
      followUp: { id: followUpId, step },
      language,
      zone,
      now: fired,
      notAfter: expiresAt,
    })
  }
  return guardians.length
}

const CHILD = `SELECT first_name AS "firstName" FROM children WHERE tenant_id = $1 AND id = $2`
