import { z } from 'zod'
import { DomainError } from '#platform/core/errors/errors.ts'
import { inZone } from '#platform/core/time/time.ts'
import { definePurpose } from '#messaging/links/link-purpose.ts'
import { longTime } from '#messaging/messages/templates/define-template.ts'
import { acceptOffer } from './accept-offer.ts'
import { declineOffer } from './decline-offer.ts'
import { loadOffer } from './queries.ts'
import type { OfferRow } from './schemas.ts'

const WORDS = {
  en: {
    title: 'An appointment has become free',
    when: (time: string) => `${time}. It is held for you; this link works once.`,
    until: (time: string) => `Please answer by ${time}. After that it goes to somebody else.`,
    question: 'Would you like it?',
    accept: 'Yes, book it',
    decline: 'No, thank you',
    submit: 'Send',
    thanks: 'Thank you',
    booked: 'The appointment is booked. You can close this page.',
    declined: 'Somebody else can have it. You stay on the waitlist for another.',
  },
  de: {
    title: 'Ein Termin ist frei geworden',
    when: (time: string) => `${time}. Er ist für Sie reserviert; der Link gilt einmal.`,
    until: (time: string) => `Bitte antworten Sie bis ${time}. Danach wird er weitergegeben.`,
    question: 'Möchten Sie ihn?',
    accept: 'Ja, bitte buchen',
    decline: 'Nein, danke',
    submit: 'Absenden',
    thanks: 'Vielen Dank',
    booked: 'Der Termin ist gebucht. Sie können diese Seite schließen.',
    declined: 'Der Termin wird weitergegeben. Sie bleiben auf der Warteliste.',
  },
}

/** A guardian's answer to an offer from the waitlist. The subject is the offer. */
export const waitlistOfferLink = definePurpose({
  permission: 'appointments:write',
  answer: z.strictObject({
    answer: z
      .enum(['accept', 'decline'])
      .meta({ description: 'Whether the family takes the slot.' }),
  }),
  view: async (reader, { subjectId, language }) => {
    const offer = await loadOffer(reader, subjectId)
    assertStands(offer)
    const { title, when, until, question: label, accept, decline, submit } = WORDS[language]
    const { startsAt, timeZone } = offer.freedSlot
    const said = (at: Date) => longTime(inZone(at, timeZone), timeZone, language)
    const options = [
      { value: 'accept', label: accept },
      { value: 'decline', label: decline },
    ]
    return {
      title,
      paragraphs: [when(said(startsAt)), until(said(offer.expiresAt))],
      fields: [{ name: 'answer', label, type: 'CHOICE' as const, options }],
      submit,
    }
  },
  redeem: async (tx, { subjectId: id, language }, { answer }) => {
    assertStands(await loadOffer(tx, id))
    await (answer === 'accept' ? acceptOffer(tx, { id }) : declineOffer(tx, { id }))
    const { thanks, booked, declined } = WORDS[language]
    return { title: thanks, paragraphs: [answer === 'accept' ? booked : declined] }
  },
})

/** Another guardian, or the centre, may have answered it. */
const assertStands = ({ status }: OfferRow): void => {
  if (status === 'OFFERED') return
  if (status === 'EXPIRED' || status === 'WITHDRAWN')
    throw new DomainError(
      'link_expired',
      'The offer is over. Ask the centre for another appointment.',
    )
  throw new DomainError('link_used', 'The offer has been answered already.')
}
