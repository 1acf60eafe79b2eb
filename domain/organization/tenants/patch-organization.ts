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
import type { Organization, PatchOrganization } from './schemas.ts'

/** Changes the centre's own settings. */
export const patchOrganization = (
  ctx: Context,
  { version, patch }: { version: number | undefined; patch: PatchOrganization },
): Promise<Organization> =>
  transact(ctx, 'organization:write', (tx) =>
    changeTenant(tx, async (before) => {
      assertVersion(before, version)
      if (patch.signatureStepUpMinutes !== undefined)
        assertMayLoosen(tx, before.signatureStepUpMinutes, patch.signatureStepUpMinutes)
      if (patch.soleApprovals && !before.soleApprovals) await assertOwnerProved(tx)
      const { currency = before.currency, delegatedKeyLongestDays: days } = patch
      if (currency !== before.currency) await assertNothingPricedOtherwise(tx, currency)
      if (days !== undefined) await tx.sql(END_DELEGATED_KEYS, [tx.tenantId, days, tx.now])
      return patch
    }),
  )

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

/** Ends the rule of a second person, so not even a program of the owner may do it. */
const assertOwnerProved = async (tx: Transaction): Promise<void> => {
  if (!(await isOwner(tx)))
    throw new DomainError(
      'insufficient_role',
      'Only a signed-in owner can turn on `soleApprovals`. Ask an owner.',
      { extra: { roles: ['OWNER'] } },
    )
  await assertFreshStepUp(tx, ALONE_MINUTES)
}

/** Prices are not converted, so changing the currency would mix two currencies. */
const assertNothingPricedOtherwise = async (tx: Transaction, currency: string): Promise<void> => {
  const [other] = await tx.sql<{ currency: string }>(OTHER_CURRENCY, [tx.tenantId, currency])
  if (!other) return
  throw new DomainError(
    'currency_in_use',
    `Some services, cancellation policies or orders are in ${other.currency}, and prices are not converted. Change the services and policies to ${currency} first. A centre that has orders keeps its currency.`,
    { extra: { currency: other.currency } },
  )
}

const END_DELEGATED_KEYS = `UPDATE user_sessions
  SET expires_at = created_at + make_interval(days => $2), updated_at = $3, version = version + 1
  WHERE tenant_id = $1 AND method = 'DELEGATION' AND revoked_at IS NULL AND expires_at > created_at + make_interval(days => $2)`

const OTHER_CURRENCY = `
  SELECT currency FROM (
    SELECT currency FROM services WHERE tenant_id = $1 AND archived_at IS NULL
    UNION ALL SELECT currency FROM cancellation_policies WHERE tenant_id = $1 AND archived_at IS NULL
    UNION ALL SELECT currency FROM orders WHERE tenant_id = $1
  ) priced WHERE currency <> $2 LIMIT 1`
