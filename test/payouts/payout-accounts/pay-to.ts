import { createPayoutAccount } from '#payouts/payout-accounts/create-payout-account.ts'
import { verifyPayoutAccount } from '#payouts/payout-accounts/verify-payout-account.ts'
import { patchOrganization } from '#organization/tenants/patch-organization.ts'
import type { Context } from '#platform/core/context/context.ts'

/** Gives a provider a sandbox payout account, verified by another person. */
export const payTo = async (ctx: Context, providerId: string, gatewayAccountId: string) => {
  const patch = { payoutCoolingOffDays: 0 }
  await patchOrganization(ctx, { version: undefined, patch })
  const account = { providerId, holder: 'Ana Ruiz', gatewayAccountId }
  const { id } = await createPayoutAccount(ctx, account)
  const another = { kind: 'SYSTEM', id: 'another', permissions: 'all' } as const
  await verifyPayoutAccount({ ...ctx, actor: another }, { id })
  return id
}
