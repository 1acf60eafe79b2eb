import { recordLicense } from '#organization/provider-licenses/record-license.ts'
import { CreateProviderLicense } from '#organization/provider-licenses/schemas.ts'
import type { Provider as ProviderModel } from '#prisma/generated/client.ts'
import type { SayOnPage } from '#messaging/locales/texts-of.ts'
import type { Field } from '#messaging/links/link-purpose.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import type { Issue } from '#platform/core/input/issue.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { atFields } from './at-fields.ts'
import type { Item } from './onboarding-row.ts'
import { writeItem } from './write-item.ts'

const MEMBERS = ['number', 'authority', 'state', 'expiresOn'] as const
type Member = (typeof MEMBERS)[number]

const fieldFor = ({ key }: Pick<Item, 'key'>, member: string) => `${key}.${member}`

/** The page's fields for a license. */
export const licenseFields = (item: Item, say: SayOnPage<'provider-application'>): Field[] => [
  line(item, 'number', say('number'), 100),
  line(item, 'authority', say('authority'), 200),
  { ...line(item, 'state', say('state'), 6), help: say('stateHelp') },
  {
    name: fieldFor(item, 'expiresOn'),
    label: say('expiresOn'),
    help: say('expiresOnHelp'),
    type: 'DATE',
  },
]

const line = (item: Item, member: Member, label: string, maxLength: number): Field => ({
  name: fieldFor(item, member),
  label,
  type: 'LINE',
  maxLength,
})

/** Completes an item with the license in an answer, if the answer contains one. */
export const provideLicense = async (
  tx: Transaction,
  item: Item,
  { id: providerId, profession }: Pick<ProviderModel, 'id' | 'profession'>,
  given: Readonly<Record<string, string>>,
): Promise<void> => {
  const said = saidIn(item, given)
  if (Object.values(said).every((value) => value === '')) return
  const input = { providerId, profession: profession ?? 'OTHER', ...checked(item, said) }
  const recorded = recordLicense(
    tx,
    CreateProviderLicense.parse(input),
    'provider-onboardings:write',
  )
  const licenseId = await recorded.catch((error: unknown) => {
    throw atFields(error, (path) => fieldFor(item, path))
  })
  await writeItem(tx, item, 'provide', { providedAt: tx.now, licenseId })
}

const saidIn = (item: Item, given: Readonly<Record<string, string>>): Record<Member, string> => {
  const valueOf = (member: Member) => given[fieldFor(item, member)]?.trim() ?? ''
  return {
    number: valueOf('number'),
    authority: valueOf('authority'),
    state: valueOf('state').toUpperCase(),
    expiresOn: valueOf('expiresOn'),
  }
}

const checked = (item: Item, said: Record<Member, string>) => {
  const input = { ...said, expiresOn: said.expiresOn || null }
  const issues = MEMBERS.flatMap((member): Issue[] => {
    const path = fieldFor(item, member)
    if (member !== 'expiresOn' && said[member] === '')
      return [{ path, code: 'required', message: 'is required together with the other values' }]
    if (CreateProviderLicense.shape[member].safeParse(input[member]).success) return []
    return [{ path, code: 'invalid_format', message: 'is not in the required format' }]
  })
  const [first] = issues
  if (first)
    throw new DomainError('validation_failed', `${first.path}: ${first.message}`, { issues })
  return input
}
