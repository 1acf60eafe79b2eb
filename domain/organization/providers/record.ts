import type { Prisma, Provider as ProviderModel } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadProvider } from './queries.ts'
import { toProvider, type Provider } from './schemas.ts'

/** How a provider is loaded, written and shown by the verbs that change it. */
export const providerRecord: RecordKind<
  ProviderModel,
  Prisma.ProviderUncheckedUpdateInput,
  Provider
> = {
  type: 'provider',
  table: 'providers',
  permission: 'providers:write',
  load: loadProvider,
  update: (tx, id, data) => tx.db.provider.update({ where: keyOf(tx, id), data }),
  show: toProvider,
}
