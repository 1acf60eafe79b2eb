import type { Prisma, SsoConnection as SsoConnectionModel } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadSsoConnection } from './queries.ts'
import { toSsoConnection, type SsoConnection } from './schemas.ts'

/** How a connection is loaded, written and shown by the verbs that change it. */
export const ssoConnectionRecord: RecordKind<
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
}
