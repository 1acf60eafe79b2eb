import { defineMoves } from '#platform/core/records/moves.ts'
import { PayoutAccountStatus } from './rules.ts'
import { ENDED } from '#platform/core/records/define-waiting.ts'
import { payoutAccountToVerify } from './payout-account-to-verify.ts'

export const payoutAccountMoves = defineMoves()({
  noun: 'A payout account',
  subject: 'payoutAccount',
  states: PayoutAccountStatus,
  initial: ['PENDING'],
  waits: {
    PENDING: payoutAccountToVerify,
    VERIFIED: 'settlements are paid to it',
    REJECTED: ENDED,
    REPLACED: ENDED,
    WITHDRAWN: ENDED,
  },
  moves: {
    verify: { from: ['PENDING'], to: 'VERIFIED' },
    reject: { from: ['PENDING'], to: 'REJECTED' },
    /** Another account of the provider was verified. */
    replace: { from: ['VERIFIED'], to: 'REPLACED', byPlatform: true },
    withdraw: { from: ['PENDING', 'VERIFIED'], to: 'WITHDRAWN' },
  },
})
