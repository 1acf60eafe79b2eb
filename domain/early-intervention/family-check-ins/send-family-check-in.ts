import { addMinutes } from '#platform/core/time/time.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError, invalidReference } from '#platform/core/errors/errors.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { createLink } from '#messaging/links/create-link.ts'
import { queueMessage } from '#messaging/messages/queue-message.ts'
import { actingParentsOf, NO_GUARDIAN } from '#messaging/messages/recipient.ts'
import { loadMessagingTerms } from '#messaging/messages/settings.ts'
import { platformLanguageOf } from '#messaging/locales/languages.ts'
import { loadTodays } from '../programs/todays.ts'
import { LINK_MINUTES } from './early-intervention-check-in.ts'
import { findProgram } from './record-family-check-in.ts'
import type { SendFamilyCheckIn, SentFamilyCheckIn } from './schemas.ts'

/** Sends a check-in now instead of on its next date, to all acting parents or to one of them. */
export const sendFamilyCheckIn = (
  ctx: Context,
  { programId, clientId, language: asked }: SendFamilyCheckIn,
): Promise<{ data: SentFamilyCheckIn[] }> =>
  transact(ctx, 'family-check-ins:write', async (tx) => {
    const program = await findProgram(tx, programId)
    if (program.status === 'CLOSED')
      throw new DomainError(
        'invalid_transition',
        'The program is CLOSED, so check-ins cannot be sent. If it was closed by mistake, reopen it.',
        {
          extra: { status: program.status, allowed: [] },
        },
      )
    const parents = await actingParentsOf(tx, program.childId)
    const recipients = parents.filter(({ id }) => clientId === undefined || id === clientId)
    if (clientId !== undefined && recipients.length === 0)
      throw invalidReference('clientId', 'legal guardian, foster or surrogate parent of the child')
    if (recipients.length === 0) throw invalidReference('programId', `program: ${NO_GUARDIAN}`)
    const terms = await loadMessagingTerms(tx)
    const { timeZone } = (await loadTodays(tx)).at(program.locationId)
    const subject = { type: 'program', id: programId } as const
    const expiresAt = addMinutes(tx.now, LINK_MINUTES)
    const data: SentFamilyCheckIn[] = []
    for (const recipient of recipients) {
      const wanted = asked ?? program.checkInLanguage ?? recipient.language
      const language = platformLanguageOf(wanted, terms.language)
      const link = { purpose: 'check-in', subject, recipientId: recipient.id } as const
      const { id: linkId, path } = await createLink(tx, { ...link, language, expiresAt })
      const message = await queueMessage(tx, {
        template: 'family_check_in.request',
        variables: { firstName: recipient.firstName, path },
        recipient,
        subject,
        dedupeKey: `check-in/${linkId}`,
        language,
        timeZone,
        now: true,
        notAfter: expiresAt,
      })
      data.push({ clientId: recipient.id, messageId: message.id, language })
    }
    return { data }
  })
