import { z } from 'zod'
import { DomainError } from '#platform/core/errors/errors.ts'
import { line, prose } from '#platform/core/records/record.ts'
import { inTenant, keyOf } from '#platform/core/records/record-ref.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { textsOf } from '#messaging/locales/texts-of.ts'
import { definePurpose } from '#messaging/links/link-purpose.ts'
import { loadProvider } from '#organization/providers/queries.ts'
import { changeOnboarding } from './change-onboarding.ts'
import { itemOf } from './onboarding-row.ts'
import { loadProviderOnboarding } from './queries.ts'
import { isRunning } from './rules.ts'
import { writeItem } from './write-item.ts'

const MAX_COMMENT = 2_000

/** A referee's answer about an applicant. The link's subject is the reference. */
export const providerReferenceLink = definePurpose({
  permission: 'provider-onboardings:write',
  answer: z.strictObject({
    relationship: line(200).meta({ description: 'How the referee knows the applicant.' }),
    recommends: z
      .enum(['yes', 'no'])
      .meta({ description: 'Whether the referee recommends the applicant.' }),
    comment: prose(MAX_COMMENT)
      .exactOptional()
      .meta({ description: 'Additional comment of the referee.' }),
  }),
  view: async (reader, { subjectId, language }) => {
    const { providerName } = await loadAsked(reader, subjectId)
    const say = textsOf('pages', 'provider-reference', language)
    const options = [
      { value: 'yes', label: say('yes') },
      { value: 'no', label: say('no') },
    ]
    return {
      title: say('title', { name: providerName }),
      paragraphs: [say('intro')],
      fields: [
        {
          name: 'relationship',
          label: say('relationship'),
          type: 'LINE',
          maxLength: 200,
          required: true,
        },
        { name: 'recommends', label: say('recommends'), type: 'CHOICE', options },
        {
          name: 'comment',
          label: say('comment'),
          type: 'TEXT',
          maxLength: MAX_COMMENT,
          required: false,
        },
      ],
      submit: say('submit'),
    }
  },
  redeem: async (tx, { subjectId: id, language }, { recommends, relationship, comment }) => {
    const { onboardingId, itemKey } = await loadAsked(tx, id)
    await changeOnboarding(tx, {
      id: onboardingId,
      work: async () => {
        // The referee may have used another link meanwhile.
        await loadAsked(tx, id)
        const given = {
          status: 'GIVEN',
          answeredAt: tx.now,
          relationship,
          recommends: recommends === 'yes',
          comment: comment ?? null,
          // No further message is sent to the referee.
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
    const say = textsOf('pages', 'provider-reference', language)
    return { title: say('thanks'), paragraphs: [say('received')] }
  },
})

/**
 * Loads the question if it is still open. It may have been answered through another link, or the onboarding may
 * have ended.
 */
const loadAsked = async (reader: Reader, id: string) => {
  const reference = await reader.db.onboardingReference.findFirstOrThrow({
    where: inTenant(reader, id),
  })
  if (reference.status === 'GIVEN')
    throw new DomainError('link_used', 'The reference has already been given.')
  const { onboardingId, itemKey, status } = reference
  const onboarding = await loadProviderOnboarding(reader, onboardingId)
  const provider = await loadProvider(reader, onboarding.providerId)
  if (status === 'ENDED' || !isRunning(onboarding) || provider.archivedAt)
    throw new DomainError('link_expired', 'The reference is no longer needed.')
  return { onboardingId, itemKey, providerName: provider.name }
}
