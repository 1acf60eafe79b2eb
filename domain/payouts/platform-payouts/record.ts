import type { PlatformPayout as PayoutModel, Prisma } from '#prisma/generated/client.ts'
import type { RecordKind } from '#platform/core/records/change-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import { loadPlatformPayout, showPlatformPayout } from './queries.ts'
import type { PlatformPayout } from './schemas.ts'

/** How a platform payout is loaded, written and shown by the verbs that change it. */
export const platformPayoutRecord: RecordKind<
  PayoutModel,
  Prisma.PlatformPayoutUncheckedUpdateInput,
  PlatformPayout
> = {
  type: 'platformPayout',
  table: 'platform_payouts',
  permission: 'settlements:write',
  load: loadPlatformPayout,
  update: (tx, id, data) => tx.db.platformPayout.update({ where: keyOf(tx, id), data }),
  show: showPlatformPayout,
}
