import type { Prisma, Provider as ProviderModel } from '#prisma/generated/client.ts'
import { archiving, restoring, type ArchivableKind } from '#platform/core/records/archive-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadProvider } from './queries.ts'
import { toProvider, type Provider } from './schemas.ts'
import { assertNoAppointments } from './assert-no-appointments.ts'
import { standingChanged } from './listeners.ts'
import { assertMayGiveCaseload } from './assert-may-give-caseload.ts'
import { assertNotOwn } from './assert-not-own.ts'

/** How a provider is loaded, written and shown by the verbs that change it. */
export const providerRecord: ArchivableKind<
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
  archiving: {
    fields: async (before, tx) => {
      await assertNoAppointments(tx, before.id)
      return archiving.fields(before, tx)
    },
    effects: standingChanged,
  },
  // Their keys and their user see the caseload again.
  restoring: {
    fields: async ({ id, archivedAt: since }, tx) => {
      const alone = { permission: 'providers:write', since } as const
      await assertNotOwn(tx, id, 'restore the provider', alone)
      await assertMayGiveCaseload(tx, id)
      return restoring.fields()
    },
    effects: standingChanged,
  },
}
