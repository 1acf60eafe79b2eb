import type { Tenant } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context/context.ts'
import {
  ALONE_MINUTES,
  assertFreshStepUp,
  stepUpRequired,
} from '#platform/core/access/assert-fresh-step-up.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { assertVersion } from '#platform/core/records/record.ts'
import { isOwner } from '#platform/identity/is-owner.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import { changeTenant } from './change-tenant.ts'
import { pricesToRelabel, relabelPrices, type Priced } from './relabel-prices.ts'
import type { Organization, PatchOrganization } from './schemas.ts'

/** Changes the centre's own settings. */
export const patchOrganization = (
  ctx: Context,
  {
    version,
    patch: { relabelPrices: relabel = false, ...patch },
  }: { version: number | undefined; patch: PatchOrganization },
): Promise<Organization> =>
  transact(ctx, 'organization:write', async (tx) => {
    let priced: readonly Priced[] = []
    const after = await changeTenant(tx, async (before) => {
      assertVersion(before, version)
      if (patch.signatureStepUpMinutes !== undefined)
        assertMayLoosen(tx, before.signatureStepUpMinutes, patch.signatureStepUpMinutes)
      const loosens = loosensSoleApprovals(before, patch)
      if (loosens) await assertOwnerProved(tx)
      const { currency = before.currency, delegatedKeyLongestDays: days } = patch
      if (currency !== before.currency) priced = await pricesToRelabel(tx, currency, { relabel })
      if (days !== undefined) await tx.sql(END_DELEGATED_KEYS, [tx.tenantId, days, tx.now])
      return { ...patch, ...(loosens && { soleApprovalsSince: tx.now }) }
    })
    await relabelPrices(tx, priced, after.currency)
    return after
  })

/**
 * A key cannot prove a person's identity, so it may shorten the time but not extend it; otherwise it could
 * disable the proofs.
 */
const assertMayLoosen = (tx: Transaction, before: number | null, after: number | null): void => {
  if (tx.actor.kind !== 'API_KEY' || before === null || (after !== null && after <= before)) return
  throw stepUpRequired(
    tx,
    before,
    `Only a signed-in person can lengthen \`signatureStepUpMinutes\` or set it to null, with a proof of identity that is at most ${before} minutes old. An API key can only shorten it.`,
  )
}

/** Whether one person may act alone from now on, or sooner. Waits then begin now. */
const loosensSoleApprovals = (
  before: Tenant,
  { soleApprovals = before.soleApprovals, soleApprovalsWaitHours: hours }: PatchOrganization,
): boolean =>
  (soleApprovals && !before.soleApprovals) ||
  (hours !== undefined && hours < before.soleApprovalsWaitHours)

/** Ends the rule of a second person, so not even a program of the owner may do it. */
const assertOwnerProved = async (tx: Transaction): Promise<void> => {
  if (!(await isOwner(tx)))
    throw new DomainError(
      'insufficient_role',
      'Only a signed-in owner can turn on `soleApprovals`, or shorten `soleApprovalsWaitHours`. Ask an owner.',
      { extra: { roles: ['OWNER'] } },
    )
  await assertFreshStepUp(tx, ALONE_MINUTES)
}

const END_DELEGATED_KEYS = `UPDATE user_sessions
  SET expires_at = created_at + make_interval(days => $2), updated_at = $3, version = version + 1
  WHERE tenant_id = $1 AND method = 'DELEGATION' AND revoked_at IS NULL AND expires_at > created_at + make_interval(days => $2)`
