import { addMinutes } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { createLink } from '#messaging/links/create-link.ts'
import { platformLanguageOf } from '#messaging/locales/languages.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import { actingParentsOf } from '#messaging/messages/recipient.ts'
import { loadMessagingTerms } from '#messaging/messages/settings.ts'
import { loadTodays } from '../programs/todays.ts'
import type { IfspRow } from './schemas.ts'

/** How long a family can read and sign a plan with one link. */
const LINK_MINUTES = 30 * 24 * 60

/** Sends each person who acts as a parent a link on which the plan is read and signed. */
export const askFamily = async (tx: Transaction, { id, program }: IfspRow): Promise<void> => {
  const terms = await loadMessagingTerms(tx)
  const { timeZone } = (await loadTodays(tx)).at(program.locationId)
  const expiresAt = addMinutes(tx.now, LINK_MINUTES)
  const subject = { type: 'ifsp', id } as const
  for (const recipient of await actingParentsOf(tx, program.childId)) {
    const wanted = program.checkInLanguage ?? recipient.language
    const language = platformLanguageOf(wanted, terms.language)
    const link = {
      purpose: 'ifsp',
      subject,
      recipientId: recipient.id,
      language,
      expiresAt,
    } as const
    const { id: linkId, path } = await createLink(tx, link)
    await queueMessage(tx, {
      template: 'ifsp.to_sign',
      variables: { firstName: recipient.firstName, path },
      recipient,
      subject,
      dedupeKey: `ifsp/${linkId}`,
      language,
      timeZone,
      now: true,
      notAfter: expiresAt,
    })
  }
}
