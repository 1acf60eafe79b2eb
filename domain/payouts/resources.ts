import { payoutAccounts } from './payout-accounts/resource.ts'
import { reserves } from './reserves/resource.ts'
import { settlements } from './settlements/resource.ts'
import { splitTerms } from './split-terms/resource.ts'

/** The resources of this context: parents before what refers to them, because an erasure goes from the last to the first. */
export const payouts = [splitTerms, payoutAccounts, settlements, reserves] as const
