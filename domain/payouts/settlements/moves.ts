import type { Settlement } from '#prisma/generated/client.ts'
import { announcing, defineMoves, starting } from '#platform/core/records/moves.ts'
import { settlementEvents, settlementFacts } from './events.ts'
import { SettlementStatus } from './rules.ts'
import { settlementPayoutWorkflow } from './workflows.ts'
import { ENDED } from '#platform/core/records/define-waiting.ts'
import { settlementToApprove } from './settlement-to-approve.ts'

export const settlementMoves = defineMoves<Settlement>()({
  noun: 'A settlement',
  subject: 'settlement',
  states: SettlementStatus,
  initial: ['DRAFT'],
  waits: {
    DRAFT: settlementToApprove,
    APPROVED: 'its workflow pays it',
    TRANSFERRING: 'its workflow pays it',
    PAID: ENDED,
    FAILED: 'its payments go into the next settlement',
    CANCELLED: ENDED,
    PARTIALLY_REVERSED: ENDED,
    REVERSED: ENDED,
  },
  moves: {
    approve: {
      from: ['DRAFT'],
      to: 'APPROVED',
      event: announcing(settlementEvents['settlement.approved'], settlementFacts),
      wakes: [starting(settlementPayoutWorkflow)],
    },
    cancel: { from: ['DRAFT'], to: 'CANCELLED' },
    transfer: { from: ['APPROVED', 'TRANSFERRING'], to: 'TRANSFERRING', byPlatform: true },
    pay: {
      from: ['TRANSFERRING'],
      to: 'PAID',
      event: announcing(settlementEvents['settlement.paid'], settlementFacts),
      byPlatform: true,
    },
    fail: {
      from: ['TRANSFERRING'],
      to: 'FAILED',
      event: announcing(settlementEvents['settlement.failed'], (row) => ({
        ...settlementFacts(row),
        failureCode: row.failureCode!,
      })),
      byPlatform: true,
    },
    // Later settlements make these moves. Their own lines decide between `settlement.reversed` and
    // `settlement.restored`.
    reverseInPart: {
      from: ['PAID', 'PARTIALLY_REVERSED', 'REVERSED'],
      to: 'PARTIALLY_REVERSED',
      byPlatform: true,
    },
    reverse: {
      from: ['PAID', 'PARTIALLY_REVERSED', 'REVERSED'],
      to: 'REVERSED',
      byPlatform: true,
    },
    restore: {
      from: ['PAID', 'PARTIALLY_REVERSED', 'REVERSED'],
      to: 'PAID',
      byPlatform: true,
    },
  },
})
