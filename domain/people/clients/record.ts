import type { Client as ClientModel, Prisma } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadClient } from './queries.ts'
import { toClient, type Client } from './schemas.ts'

/** How a client is loaded, written and shown by the verbs that change it. */
export const clientRecord: RecordKind<ClientModel, Prisma.ClientUncheckedUpdateInput, Client> = {
  type: 'client',
  table: 'clients',
  permission: 'clients:write',
  load: loadClient,
  update: (tx, id, data) => tx.db.client.update({ where: keyOf(tx, id), data }),
  show: toClient,
}
