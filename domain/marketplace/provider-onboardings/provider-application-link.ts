import { DomainError } from '#platform/core/errors/errors.ts'
import { inZone } from '#platform/core/time/time.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { textsOf, type SayOnPage } from '#messaging/locales/texts-of.ts'
import { definePurpose, type Field } from '#messaging/links/link-purpose.ts'
import { loadMessagingTerms } from '#messaging/messages/settings.ts'
import { localeFor } from '#messaging/locales/locale-for.ts'
import { timeLimit } from '#messaging/locales/times.ts'
import { loadProvider } from '#organization/providers/queries.ts'
import { acceptedTypes, takesFile } from '../onboarding-plans/rules.ts'
import { changeOnboarding } from './change-onboarding.ts'
import { Given, nameReferees, refereeFields, refereesIn } from './name-referees.ts'
import { itemsOf, type Item } from './onboarding-row.ts'
import { loadProviderOnboarding } from './queries.ts'
import { licenseFields, provideLicense } from './provide-license.ts'
import { receiveDocument } from './receive-document.ts'
import { isRunning, itemWaitsFor } from './rules.ts'

/** An applicant's page: the requirements, with received and missing items. The link's subject is the onboarding. */
export const providerApplicationLink = definePurpose({
  permission: 'provider-onboardings:write',
  answer: Given,
  view: async (reader, { subjectId, language }) => {
    const { items } = await loadRunning(reader, subjectId)
    const terms = await loadMessagingTerms(reader)
    const say = textsOf('pages', 'provider-application', language)
    const fields = items
      .filter(isTheirs)
      .flatMap((item) =>
        fieldsFor(item, say, dayOf(item, terms.timeZone, localeFor(language, terms))),
      )
    return {
      title: say('title'),
      paragraphs: [say(fields.length > 0 ? 'intro' : 'nothing')],
      list: items.map((item) => `${item.requirement.title}: ${stateFor(item, say)}`),
      fields,
      submit: say('submit'),
    }
  },
  receive: (ctx, { subjectId }, file) =>
    receiveDocument(ctx, async (reader) => (await loadRunning(reader, subjectId)).row, file),
  redeem: async (tx, { subjectId: id, language }, given) => {
    await loadRunning(tx, id)
    await changeOnboarding(tx, {
      id,
      work: async (_, before) => {
        const provider = await loadProvider(tx, before.providerId)
        for (const item of itemsOf(before).filter(isTheirs)) {
          if (item.requirement.kind === 'LICENSE') await provideLicense(tx, item, provider, given)
          await nameReferees(tx, item, refereesIn(item, given, before.email))
        }
        return undefined
      },
    })
    const say = textsOf('pages', 'provider-application', language)
    return {
      title: say('saved'),
      paragraphs: [say('received')],
      again: say('again'),
      keepsLink: true,
    }
  },
})

type SayInApplication = SayOnPage<'provider-application'>

const isTheirs = (item: Item): boolean => itemWaitsFor(item) === 'APPLICANT'

const stateFor = (item: Item, say: SayInApplication): string => {
  const awaited = itemWaitsFor(item)
  if (awaited === 'CENTRE') return say('ours')
  if (awaited === 'APPLICANT' && item.requirement.kind === 'AGREEMENT') return say('byForm')
  return awaited === 'REFEREE' ? say('asked') : say(item.status)
}

const dayOf = ({ dueAt }: Item, timeZone: string, language: string): string =>
  timeLimit(inZone(dueAt, timeZone), timeZone, language)

const fieldsFor = (item: Item, say: SayInApplication, until: string): Field[] => {
  const { key, requirement, row, status, unnamed } = item
  const help = [
    ...(status === 'RETURNED' ? [say('why', { reason: row.reason! })] : []),
    say('until', { day: until }),
  ].join(' ')
  const heading: Field = { name: key, type: 'SECTION', label: requirement.title, help }
  const people = Array.from({ length: unnamed }, (_, index): Field[] => {
    const names = refereeFields(item, index + 1)
    return [
      {
        name: names.name,
        label: say('refereeName', { number: index + 1 }),
        type: 'LINE',
        maxLength: 200,
      },
      {
        name: names.email,
        label: say('refereeEmail', { number: index + 1 }),
        type: 'LINE',
        maxLength: 320,
      },
    ]
  }).flat()
  if (people.length > 0) return [heading, ...people]
  if (requirement.kind === 'LICENSE') return [heading, ...licenseFields(item, say)]
  if (!takesFile(requirement)) return []
  const accept = acceptedTypes(requirement)
  const kinds = accept.map((type) => KINDS_OF_FILES[type] ?? type).join(', ')
  const file: Field = { name: key, label: say('file', { kinds }), type: 'FILE', accept }
  return [{ ...heading, name: `${key}.about` }, file]
}

/** Common names of file types. */
const KINDS_OF_FILES: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'image/heic': 'HEIC',
  'text/plain': 'TXT',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word',
}

/** Loads the onboarding if the applicant can still act. */
const loadRunning = async (reader: Reader, id: string) => {
  const row = await loadProviderOnboarding(reader, id)
  const provider = await loadProvider(reader, row.providerId)
  if (!isRunning(row) || provider.archivedAt)
    throw new DomainError(
      'link_expired',
      'The application has ended. If you have questions, contact the centre.',
    )
  return { row, items: itemsOf(row) }
}
