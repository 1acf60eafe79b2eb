import { ENDED } from '#platform/core/records/define-waiting.ts'
import { defineMoves } from '#platform/core/records/moves.ts'
import { platformPayoutToApprove } from './platform-payout-to-approve.ts'
import { PlatformPayoutStatus } from './rules.ts'

export const platformPayoutMoves = defineMoves()({
  noun: 'A platform payout',
  subject: 'platformPayout',
  states: PlatformPayoutStatus,
  initial: ['DRAFT'],
  waits: { DRAFT: platformPayoutToApprove, PAID: ENDED, CANCELLED: ENDED },
  moves: {
    approve: { from: ['DRAFT'], to: 'PAID' },
    cancel: { from: ['DRAFT'], to: 'CANCELLED' },
  },
})
