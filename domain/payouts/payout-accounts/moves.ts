import { defineMoves } from '#platform/core/records/moves.ts'
import { PayoutAccountStatus } from './rules.ts'

export const payoutAccountMoves = defineMoves()({
  noun: 'A payout account',
  subject: 'payoutAccount',
  states: PayoutAccountStatus,
  initial: ['PENDING'],
  moves: {
    verify: { from: ['PENDING'], to: 'VERIFIED' },
    reject: { from: ['PENDING'], to: 'REJECTED' },
    /** Another account of the provider was verified. */
    replace: { from: ['VERIFIED'], to: 'REPLACED', byPlatform: true },
    withdraw: { from: ['PENDING', 'VERIFIED'], to: 'WITHDRAWN' },
  },
})
