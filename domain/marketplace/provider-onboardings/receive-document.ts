import { storeProviderDocument } from '#clinical/attachments/store-provider-document.ts'
import { CreateProviderDocument } from '#clinical/attachments/schemas.ts'
import type { ContentType } from '#clinical/attachments/rules.ts'
import type { OutsideContext } from '#platform/core/context/context.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import { read, type Reader, type Transaction } from '#platform/core/transactions/transaction.ts'
import type { SentFile, StoredFile } from '#messaging/links/link-purpose.ts'
import { acceptedTypes, takesFile } from '../onboarding-plans/rules.ts'
import { atFields } from './at-fields.ts'
import { changeOnboarding } from './change-onboarding.ts'
import { itemsOf, type OnboardingRow } from './onboarding-row.ts'
import { itemWaitsFor } from './rules.ts'
import { writeItem } from './write-item.ts'

const PERMISSION = 'provider-onboardings:write'

/** Stores a file for an applicant's item. Recording the file completes the item. */
export const receiveDocument = async (
  ctx: OutsideContext,
  load: (reader: Reader) => Promise<OnboardingRow>,
  file: SentFile,
): Promise<StoredFile> => {
  const { id, providerId, contentType } = await read(ctx, PERMISSION, async (reader) => {
    const onboarding = await load(reader)
    return { ...onboarding, contentType: typeFor(onboarding, file) }
  })
  const name = nameOf(file)
  const input = { providerId, name, contentType }
  const document = await atField(file, storeProviderDocument(ctx, input, { chunks: file.chunks }))
  return {
    record: (tx) => atField(file, provideItem(tx, id, file, document)),
    discard: document.discard,
  }
}

const provideItem = async (
  tx: Transaction,
  id: string,
  file: SentFile,
  { record }: Pick<Awaited<ReturnType<typeof storeProviderDocument>>, 'record'>,
): Promise<void> => {
  await changeOnboarding(tx, {
    id,
    work: async (_, before) => {
      const item = itemFor(before, file)
      const attachmentId = await record(tx)
      await writeItem(tx, item, 'provide', { providedAt: tx.now, attachmentId })
      return undefined
    },
  })
}

/** Shows a file's errors at its field. */
const atField = <Result>({ field }: SentFile, work: Promise<Result>): Promise<Result> =>
  work.catch((error: unknown) => {
    throw atFields(error, () => field)
  })

/** The item for which a file was requested. */
const itemFor = (onboarding: OnboardingRow, { field }: SentFile) => {
  const item = itemsOf(onboarding).find(({ key }) => key === field)
  if (!item || !takesFile(item.requirement) || itemWaitsFor(item) !== 'APPLICANT')
    throw invalid(field, 'not_allowed', 'This item does not accept a file. Omit the file.')
  return item
}

const typeFor = (onboarding: OnboardingRow, file: SentFile): ContentType => {
  const accepted = acceptedTypes(itemFor(onboarding, file).requirement)
  const type = accepted.find((one) => one === file.contentType.toLowerCase())
  if (!type)
    throw invalid(
      file.field,
      'not_allowed',
      `The file must be of one of these types: ${accepted.join(', ')}.`,
    )
  return type
}

/** The file's original name, if the rules for names allow it. */
const nameOf = ({ name, field }: SentFile): string => {
  const parsed = CreateProviderDocument.shape.name.safeParse(name.slice(-200))
  return parsed.success ? parsed.data : field
}
