import { z } from 'zod'
import { DomainError } from '#platform/core/errors/errors.ts'
import { line, prose } from '#platform/core/records/record.ts'
import { inTenant, keyOf } from '#platform/core/records/record-ref.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { definePurpose } from '#messaging/links/link-purpose.ts'
import { loadProvider } from '#organization/providers/queries.ts'
import { changeOnboarding } from './change-onboarding.ts'
import { itemOf } from './onboarding-row.ts'
import { loadProviderOnboarding } from './queries.ts'
import { isRunning } from './rules.ts'
import { writeItem } from './write-item.ts'

const WORDS = {
  en: {
    title: (name: string) => `A reference for ${name}`,
    intro: 'Only the centre reads what you write. This link works once.',
    relationship: 'How do you know them?',
    recommends: 'Do you recommend them for work with children and families?',
    comment: 'Would you like to add anything?',
    yes: 'Yes',
    no: 'No',
    submit: 'Send',
    thanks: 'Thank you',
    received: 'Your reference has reached the centre. You can close this page.',
  },
  de: {
    title: (name: string) => `Eine Referenz für ${name}`,
    intro: 'Nur die Praxis liest, was Sie schreiben. Der Link gilt einmal.',
    relationship: 'Woher kennen Sie sich?',
    recommends: 'Empfehlen Sie sie oder ihn für die Arbeit mit Kindern und Familien?',
    comment: 'Möchten Sie etwas hinzufügen?',
    yes: 'Ja',
    no: 'Nein',
    submit: 'Absenden',
    thanks: 'Vielen Dank',
    received: 'Ihre Referenz ist angekommen. Sie können diese Seite schließen.',
  },
}

const MAX_COMMENT = 2_000

/** A referee's answer about somebody who applies. The subject is the reference. */
export const providerReferenceLink = definePurpose({
  permission: 'provider-onboardings:write',
  answer: z.strictObject({
    relationship: line(200).meta({ description: 'How they know the applicant.' }),
    recommends: z.enum(['yes', 'no']).meta({ description: 'Whether they recommend them.' }),
    comment: prose(MAX_COMMENT).exactOptional().meta({ description: 'What they add.' }),
  }),
  view: async (reader, { subjectId, language }) => {
    const { providerName } = await loadAsked(reader, subjectId)
    const words = WORDS[language]
    const options = [
      { value: 'yes', label: words.yes },
      { value: 'no', label: words.no },
    ]
    return {
      title: words.title(providerName),
      paragraphs: [words.intro],
      fields: [
        {
          name: 'relationship',
          label: words.relationship,
          type: 'LINE',
          maxLength: 200,
          required: true,
        },
        { name: 'recommends', label: words.recommends, type: 'CHOICE', options },
        {
          name: 'comment',
          label: words.comment,
          type: 'TEXT',
          maxLength: MAX_COMMENT,
          required: false,
        },
      ],
      submit: words.submit,
    }
  },
  redeem: async (tx, { subjectId: id, language }, { recommends, relationship, comment }) => {
    const { onboardingId, itemKey } = await loadAsked(tx, id)
    await changeOnboarding(tx, {
      id: onboardingId,
      work: async () => {
        // Another link of theirs may have been used while this one waited.
        await loadAsked(tx, id)
        const given = {
          status: 'GIVEN',
          answeredAt: tx.now,
          relationship,
          recommends: recommends === 'yes',
          comment: comment ?? null,
          // Nobody writes to them any more.
          email: null,
        }
        await tx.db.onboardingReference.update({ where: keyOf(tx, id), data: given })
        tx.changed({ type: 'onboardingReference', id }, { status: 'ASKED' }, given)
        const item = itemOf(await loadProviderOnboarding(tx, onboardingId), itemKey)
        const isWhole =
          item.unnamed === 0 && item.references.every(({ status }) => status !== 'ASKED')
        if (isWhole) await writeItem(tx, item, 'provide', { providedAt: tx.now })
        return undefined
      },
    })
    const { thanks, received } = WORDS[language]
    return { title: thanks, paragraphs: [received] }
  },
})

/** What is asked, while it is: it may have been answered by another link, or the onboarding be over. */
const loadAsked = async (reader: Reader, id: string) => {
  const reference = await reader.db.onboardingReference.findFirstOrThrow({
    where: inTenant(reader, id),
  })
  if (reference.status === 'GIVEN')
    throw new DomainError('link_used', 'The reference has been given already.')
  const { onboardingId, itemKey, status } = reference
  const onboarding = await loadProviderOnboarding(reader, onboardingId)
  const provider = await loadProvider(reader, onboarding.providerId)
  if (status === 'ENDED' || !isRunning(onboarding) || provider.archivedAt)
    throw new DomainError('link_expired', 'The reference is not needed any more.')
  return { onboardingId, itemKey, providerName: provider.name }
}
