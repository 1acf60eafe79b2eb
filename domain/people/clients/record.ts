import type { Client as ClientModel, Prisma } from '#prisma/generated/client.ts'
import { archiving, restoring, type ArchivableKind } from '#platform/core/records/archive-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadClient } from './queries.ts'
import { toClient, type Client } from './schemas.ts'
import { assertNotErased } from '../persons/person.ts'

/** How a client is loaded, written and shown by the verbs that change it. */
export const clientRecord: ArchivableKind<ClientModel, Prisma.ClientUncheckedUpdateInput, Client> =
  {
    type: 'client',
    table: 'clients',
    permission: 'clients:write',
    load: loadClient,
    update: (tx, id, data) => tx.db.client.update({ where: keyOf(tx, id), data }),
    show: toClient,
    archiving,
    restoring: {
      fields: async ({ id }, tx) => {
        await assertNotErased(tx, [id])
        return restoring.fields()
      },
    },
  }
