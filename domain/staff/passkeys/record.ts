import type { Passkey as PasskeyModel, Prisma } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadPasskey } from './queries.ts'
import { toPasskey, type Passkey } from './schemas.ts'

/** How a passkey is loaded, written and shown by the verbs that change it. */
export const passkeyRecord: RecordKind<PasskeyModel, Prisma.PasskeyUncheckedUpdateInput, Passkey> =
  {
    type: 'passkey',
    table: 'passkeys',
    permission: 'passkeys:write',
    load: loadPasskey,
    update: (tx, id, data) => tx.db.passkey.update({ where: keyOf(tx, id), data }),
    show: toPasskey,
  }
