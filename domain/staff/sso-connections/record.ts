import type { Prisma, SsoConnection as SsoConnectionModel } from '#prisma/generated/client.ts'
import { archiving, restoring, type ArchivableKind } from '#platform/core/records/archive-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadSsoConnection } from './queries.ts'
import { toSsoConnection, type SsoConnection } from './schemas.ts'
import { assertMayConnect } from './assert-roles.ts'

/** How a connection is loaded, written and shown by the verbs that change it. */
export const ssoConnectionRecord: ArchivableKind<
  SsoConnectionModel,
  Prisma.SsoConnectionUncheckedUpdateInput,
  SsoConnection
> = {
  type: 'ssoConnection',
  table: 'sso_connections',
  permission: 'sso-connections:write',
  load: loadSsoConnection,
  update: (tx, id, data) => tx.db.ssoConnection.update({ where: keyOf(tx, id), data }),
  show: toSsoConnection,
  // Nobody can sign in through an archived connection, but open sessions are kept. Another connection can
  // verify its domains.
  archiving: {
    fields: async (before, tx) => {
      await assertMayConnect(tx)
      return { ...archiving.fields(before, tx), domainProofs: [] }
    },
  },
  restoring: {
    fields: async (_, tx) => {
      await assertMayConnect(tx)
      return restoring.fields()
    },
  },
}
