import { inZone } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { askEach } from '#messaging/links/ask-each.ts'
import type { StepRun } from '#messaging/follow-ups/follow-up-kind.ts'
import { guardiansOf, type Recipient } from '#messaging/messages/recipient.ts'

/** An offer as guardians see it. */
interface OfferToTell {
  offerId: string
  childId: string
  startsAt: Date
  timeZone: string
  locationName: string
  locationPhone: string | null
  expiresAt: Date
}

/** Sends an e-mail with a personal link to each legal guardian. Returns their number. */
export const notifyGuardians = async (
  tx: Transaction,
  { offerId, childId, startsAt, timeZone, expiresAt, locationName, locationPhone }: OfferToTell,
  stepRun: StepRun,
): Promise<number> => {
  const guardians = await guardiansOf(tx, childId)
  const [child] = await tx.sql<{ firstName: string }>(CHILD, [tx.tenantId, childId])
  const question = {
    template: 'waitlist.offer',
    purpose: 'waitlist-offer',
    subject: { type: 'waitlistOffer', id: offerId },
    variables: ({ firstName }: Recipient, path: string) => ({
      startsAt: inZone(startsAt, timeZone),
      timeZone,
      locationName,
      locationPhone,
      firstName,
      childFirstName: child!.firstName,
      answerBy: inZone(expiresAt, timeZone),
      path,
    }),
    expiresAt,
    timeZone,
  } as const
  await askEach(tx, guardians, question, stepRun)
  return guardians.length
}

const CHILD = `SELECT first_name AS "firstName" FROM children WHERE tenant_id = $1 AND id = $2`
