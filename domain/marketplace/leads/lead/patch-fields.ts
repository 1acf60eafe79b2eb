import { dateColumnOrNull } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { assertNotInFuture } from '#people/children/rules.ts'
import { assertNamed } from './assert-named.ts'
import type { PatchLead } from './schemas.ts'

/** The columns for new facts about a family. Throws all errors in them. */
export const patchFields = async (
  tx: Transaction,
  { childBirthDate, latestStartOn, ...fields }: PatchLead,
) => {
  await assertNamed(tx, fields)
  const timeZone = (await loadTenantSettings(tx)).defaultTimeZone
  assertNotInFuture('childBirthDate', childBirthDate ?? undefined, { now: tx.now, timeZone })
  return {
    ...fields,
    ...(childBirthDate !== undefined && { childBirthDate: dateColumnOrNull(childBirthDate) }),
    ...(latestStartOn !== undefined && { latestStartOn: dateColumnOrNull(latestStartOn) }),
  }
}
