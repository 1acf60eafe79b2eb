import { payoutAccounts } from './payout-accounts/resource.ts'
import { platformPayouts } from './platform-payouts/resource.ts'
import { reserves } from './reserves/resource.ts'
import { settlements } from './settlements/resource.ts'
import { splitTerms } from './split-terms/resource.ts'

/**
 * The resources of this context: parents before the resources that refer to them, because an erasure runs in
 * reverse order.
 */
export const payouts = [splitTerms, payoutAccounts, platformPayouts, settlements, reserves] as const
