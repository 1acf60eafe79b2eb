import { z } from 'zod'
import { DomainError } from '#platform/core/errors/errors.ts'
import { inTenant } from '#platform/core/records/record-ref.ts'
import { dateIn, dateText, inZone } from '#platform/core/time/time.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { definePurpose } from '#messaging/links/link-purpose.ts'
import { loadMessagingTerms } from '#messaging/messages/settings.ts'
import { timeLimit, type Language } from '#messaging/messages/templates/define-template.ts'
import { acceptLeadOffer } from './accept-lead-offer.ts'
import { declineLeadOffer } from './decline-lead-offer.ts'
import type { LeadRow } from '../lead/lead-row.ts'
import { loadOfferedNeeds } from '../questions/load-offered-needs.ts'
import { loadLead, loadLeadOffer } from '../lead/queries.ts'
import { QUESTION_WORDS } from '../questions/question-words.ts'
import { ageInMonths } from '../lead/rules.ts'

const WORDS = {
  en: {
    title: 'A family is looking for you',
    intro:
      'You alone are asked until you answer. You learn who they are when the centre has registered them.',
    until: (time: string) => `Please answer by ${time}. After that somebody else is asked.`,
    age: (months: number) => `Age: ${Math.floor(months / 12)} years and ${months % 12} months`,
    needs: (names: string) => `Needs: ${names}`,
    languages: (names: string) => `Languages: ${names}`,
    modality: (place: string) => `Where: ${place}`,
    location: (name: string) => `Location: ${name}`,
    latestStartOn: (day: string) => `Start at the latest: ${day}`,
    question: 'Will you take them?',
    accept: 'Yes, I take them',
    decline: 'No, I cannot',
    submit: 'Send',
    thanks: 'Thank you',
    accepted: 'The centre registers the family and lets you know. You can close this page.',
    declined: 'Somebody else is asked. You can close this page.',
  },
  de: {
    title: 'Eine Familie sucht Sie',
    intro:
      'Bis Sie antworten, wird niemand sonst gefragt. Wer es ist, erfahren Sie, wenn die Praxis die Familie aufgenommen hat.',
    until: (time: string) => `Bitte antworten Sie bis ${time}. Danach wird jemand anderes gefragt.`,
    age: (months: number) => `Alter: ${Math.floor(months / 12)} Jahre und ${months % 12} Monate`,
    needs: (names: string) => `Anliegen: ${names}`,
    languages: (names: string) => `Sprachen: ${names}`,
    modality: (place: string) => `Wo: ${place}`,
    location: (name: string) => `Standort: ${name}`,
    latestStartOn: (day: string) => `Beginn spätestens: ${day}`,
    question: 'Nehmen Sie die Familie?',
    accept: 'Ja, ich nehme sie',
    decline: 'Nein, das geht nicht',
    submit: 'Absenden',
    thanks: 'Vielen Dank',
    accepted: 'Die Praxis nimmt die Familie auf und meldet sich. Sie können diese Seite schließen.',
    declined: 'Es wird jemand anderes gefragt. Sie können diese Seite schließen.',
  },
}

/** A provider's answer to an offer. The page names nobody: what a family wrote is the centre's. The subject is the offer. */
export const leadOfferLink = definePurpose({
  permission: 'leads:write',
  answer: z.strictObject({
    answer: z
      .enum(['accept', 'decline'])
      .meta({ description: 'Whether the provider takes the family.' }),
  }),
  view: async (reader, { subjectId, language }) => {
    const offer = await loadStanding(reader, subjectId)
    const { timeZone } = await loadMessagingTerms(reader)
    const words = WORDS[language]
    const until = timeLimit(inZone(offer.expiresAt, timeZone), timeZone, language)
    const options = [
      { value: 'accept', label: words.accept },
      { value: 'decline', label: words.decline },
    ]
    return {
      title: words.title,
      paragraphs: [words.intro, words.until(until)],
      list: await aboutFamily(reader, await loadLead(reader, offer.leadId), language, timeZone),
      fields: [{ name: 'answer', label: words.question, type: 'CHOICE' as const, options }],
      submit: words.submit,
    }
  },
  redeem: async (tx, { subjectId: id, language }, { answer }) => {
    await loadStanding(tx, id)
    await (answer === 'accept' ? acceptLeadOffer(tx, { id }) : declineLeadOffer(tx, { id }))
    const { thanks, accepted, declined } = WORDS[language]
    return { title: thanks, paragraphs: [answer === 'accept' ? accepted : declined] }
  },
})

const loadStanding = async (reader: Reader, id: string) => {
  const offer = await loadLeadOffer(reader, id)
  if (offer.status === 'OPEN' && offer.expiresAt > reader.now) return offer
  if (offer.status === 'ACCEPTED' || offer.status === 'DECLINED')
    throw new DomainError('link_used', 'The offer has been answered already.')
  throw new DomainError('link_expired', 'The offer is over. Ask the centre.')
}

const aboutFamily = async (
  reader: Reader,
  lead: LeadRow,
  language: Language,
  timeZone: string,
): Promise<string[]> => {
  const words = WORDS[language]
  const tags = new Intl.DisplayNames([language], { type: 'language' })
  const known = new Map((await loadOfferedNeeds(reader)).map(({ code, name }) => [code, name]))
  const place =
    lead.locationId &&
    (await reader.db.location.findFirst({ where: inTenant(reader, lead.locationId) }))
  const { childBirthDate, needs, languages, modality, latestStartOn } = lead
  return [
    ...(needs.length > 0
      ? [words.needs(needs.map((code) => known.get(code) ?? code).join(', '))]
      : []),
    ...(childBirthDate
      ? [words.age(ageInMonths(dateText(childBirthDate), dateIn(reader.now, timeZone)))]
      : []),
    ...(languages.length > 0
      ? [words.languages(languages.map((tag) => tags.of(tag) ?? tag).join(', '))]
      : []),
    ...(modality ? [words.modality(QUESTION_WORDS[language].modalities[modality as 'HOME'])] : []),
    ...(place ? [words.location(place.name)] : []),
    ...(latestStartOn ? [words.latestStartOn(dateText(latestStartOn))] : []),
  ]
}
