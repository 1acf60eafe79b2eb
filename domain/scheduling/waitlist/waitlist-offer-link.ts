import { z } from 'zod'
import { DomainError } from '#platform/core/errors/errors.ts'
import { inZone } from '#platform/core/time/time.ts'
import { textsOf } from '#messaging/locales/texts-of.ts'
import { definePurpose } from '#messaging/links/link-purpose.ts'
import { localeFor } from '#messaging/locales/locale-for.ts'
import { longTime } from '#messaging/locales/times.ts'
import { loadMessagingTerms } from '#messaging/messages/settings.ts'
import { acceptOffer } from './accept-offer.ts'
import { declineOffer } from './decline-offer.ts'
import { loadOffer } from './queries.ts'
import type { OfferRow } from './schemas.ts'

/** A guardian's response to a waitlist offer. The link's subject is the offer. */
export const waitlistOfferLink = definePurpose({
  permission: 'appointments:write',
  answer: z.strictObject({
    answer: z
      .enum(['accept', 'decline'])
      .meta({ description: 'Whether the family accepts the slot.' }),
  }),
  view: async (reader, { subjectId, language }) => {
    const offer = await loadOffer(reader, subjectId)
    assertStands(offer)
    const say = textsOf('pages', 'waitlist-offer', language)
    const { startsAt, timeZone } = offer.freedSlot
    const terms = await loadMessagingTerms(reader)
    // The page writes times as the e-mail does.
    const locale = localeFor(language, terms)
    const timeOf = (at: Date) => ({ time: longTime(inZone(at, timeZone), timeZone, locale) })
    const options = [
      { value: 'accept', label: say('accept') },
      { value: 'decline', label: say('decline') },
    ]
    return {
      title: say('title'),
      paragraphs: [say('when', timeOf(startsAt)), say('until', timeOf(offer.expiresAt))],
      fields: [{ name: 'answer', label: say('question'), type: 'CHOICE' as const, options }],
      submit: say('submit'),
    }
  },
  redeem: async (tx, { subjectId: id, language }, { answer }) => {
    assertStands(await loadOffer(tx, id))
    await (answer === 'accept' ? acceptOffer(tx, { id }) : declineOffer(tx, { id }))
    const say = textsOf('pages', 'waitlist-offer', language)
    return {
      title: say('thanks'),
      paragraphs: [say(answer === 'accept' ? 'booked' : 'declined')],
    }
  },
})

/** Another guardian or the centre may have answered the offer. */
const assertStands = ({ status }: OfferRow): void => {
  if (status === 'OFFERED') return
  if (status === 'EXPIRED' || status === 'WITHDRAWN')
    throw new DomainError(
      'link_expired',
      'The offer has ended. Ask the centre for another appointment.',
    )
  throw new DomainError('link_used', 'The offer has already been answered.')
}
