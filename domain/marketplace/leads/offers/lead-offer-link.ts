import { z } from 'zod'
import { DomainError } from '#platform/core/errors/errors.ts'
import { inTenant } from '#platform/core/records/record-ref.ts'
import { dateIn, dateText, inZone } from '#platform/core/time/time.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { textsOf } from '#messaging/locales/texts-of.ts'
import { definePurpose } from '#messaging/links/link-purpose.ts'
import { loadMessagingTerms } from '#messaging/messages/settings.ts'
import type { Language } from '#messaging/locales/languages.ts'
import { localeFor } from '#messaging/locales/locale-for.ts'
import { timeLimit } from '#messaging/locales/times.ts'
import { acceptLeadOffer } from './accept-lead-offer.ts'
import { declineLeadOffer } from './decline-lead-offer.ts'
import type { LeadRow } from '../lead/lead-row.ts'
import { loadOfferedNeeds } from '../questions/load-offered-needs.ts'
import { loadLead, loadLeadOffer } from '../lead/queries.ts'
import { ageInMonths } from '../lead/rules.ts'

/**
 * A provider's response to an offer. The page names nobody, because the family's data belongs to the centre.
 * The link's subject is the offer.
 */
export const leadOfferLink = definePurpose({
  permission: 'leads:write',
  answer: z.strictObject({
    answer: z
      .enum(['accept', 'decline'])
      .meta({ description: 'Whether the provider accepts the family.' }),
  }),
  view: async (reader, { subjectId, language }) => {
    const offer = await loadStanding(reader, subjectId)
    const terms = await loadMessagingTerms(reader)
    const { timeZone } = terms
    const say = textsOf('pages', 'lead-offer', language)
    const expiresAt = inZone(offer.expiresAt, timeZone)
    const time = timeLimit(expiresAt, timeZone, localeFor(language, terms))
    const options = [
      { value: 'accept', label: say('accept') },
      { value: 'decline', label: say('decline') },
    ]
    return {
      title: say('title'),
      paragraphs: [say('intro'), say('until', { time })],
      list: await aboutFamily(reader, await loadLead(reader, offer.leadId), language, timeZone),
      fields: [{ name: 'answer', label: say('question'), type: 'CHOICE' as const, options }],
      submit: say('submit'),
    }
  },
  redeem: async (tx, { subjectId: id, language }, { answer }) => {
    await loadStanding(tx, id)
    await (answer === 'accept' ? acceptLeadOffer(tx, { id }) : declineLeadOffer(tx, { id }))
    const say = textsOf('pages', 'lead-offer', language)
    return {
      title: say('thanks'),
      paragraphs: [say(answer === 'accept' ? 'accepted' : 'declined')],
    }
  },
})

const loadStanding = async (reader: Reader, id: string) => {
  const offer = await loadLeadOffer(reader, id)
  if (offer.status === 'OPEN' && offer.expiresAt > reader.now) return offer
  if (offer.status === 'ACCEPTED' || offer.status === 'DECLINED')
    throw new DomainError('link_used', 'The offer has already been answered.')
  throw new DomainError(
    'link_expired',
    'The offer has ended. If you have questions, contact the centre.',
  )
}

const aboutFamily = async (
  reader: Reader,
  lead: LeadRow,
  language: Language,
  timeZone: string,
): Promise<string[]> => {
  const say = textsOf('pages', 'lead-offer', language)
  const questions = textsOf('pages', 'lead-questions', language)
  const tags = new Intl.DisplayNames([language], { type: 'language' })
  const known = new Map((await loadOfferedNeeds(reader)).map(({ code, name }) => [code, name]))
  const place =
    lead.locationId &&
    (await reader.db.location.findFirst({ where: inTenant(reader, lead.locationId) }))
  const { childBirthDate, needs, languages, modality, latestStartOn } = lead
  const namesOf = (values: string[], nameOf: (value: string) => string | undefined) => ({
    names: values.map((value) => nameOf(value) ?? value).join(', '),
  })
  const months =
    childBirthDate && ageInMonths(dateText(childBirthDate), dateIn(reader.now, timeZone))
  const age = months !== null && { years: Math.floor(months / 12), months: months % 12 }
  return [
    ...(needs.length > 0
      ? [
          say(
            'needs',
            namesOf(needs, (code) => known.get(code)),
          ),
        ]
      : []),
    ...(age ? [say('age', age)] : []),
    ...(languages.length > 0
      ? [
          say(
            'languages',
            namesOf(languages, (tag) => tags.of(tag)),
          ),
        ]
      : []),
    ...(modality ? [say('modality', { place: questions(modality as 'HOME') })] : []),
    ...(place ? [say('location', { name: place.name })] : []),
    ...(latestStartOn ? [say('latestStartOn', { day: dateText(latestStartOn) })] : []),
  ]
}
