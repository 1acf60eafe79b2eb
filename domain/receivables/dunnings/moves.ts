import type { Dunning } from '#prisma/generated/client.ts'
import { announcing, defineMoves, waking } from '#platform/core/records/moves.ts'
import { dunningEvents, dunningFacts } from './events.ts'
import { DunningStatus, type HoldReason, type StopReason } from './rules.ts'
import { invoiceDunningWorkflow } from './workflows.ts'
import { ENDED } from '#platform/core/records/define-waiting.ts'
import { dunningOnHold } from './dunning-on-hold.ts'

const wakes = [waking<Dunning>(invoiceDunningWorkflow, ({ invoiceId }) => invoiceId)]

export const dunningMoves = defineMoves<Dunning>()({
  noun: 'Dunning',
  subject: 'dunning',
  states: DunningStatus,
  initial: ['ACTIVE'],
  waits: {
    ACTIVE: { followUp: 'invoiceDunning' },
    HELD: dunningOnHold,
    STOPPED: ENDED,
  },
  moves: {
    hold: {
      from: ['ACTIVE'],
      to: 'HELD',
      event: announcing(dunningEvents['dunning.held'], (row) => ({
        ...dunningFacts(row),
        reason: row.holdReason as HoldReason,
      })),
      wakes,
    },
    resume: {
      from: ['HELD'],
      to: 'ACTIVE',
      event: announcing(dunningEvents['dunning.resumed'], dunningFacts),
      wakes,
    },
    /** Nothing is owed for the invoice any more. Also records a changed reason. */
    stop: {
      from: ['ACTIVE', 'HELD', 'STOPPED'],
      to: 'STOPPED',
      event: announcing(dunningEvents['dunning.stopped'], (row) => ({
        ...dunningFacts(row),
        reason: row.stopReason as StopReason,
      })),
      wakes,
      byPlatform: true,
    },
    /** Something is owed for the invoice again. */
    restart: { from: ['STOPPED'], to: 'ACTIVE', wakes, byPlatform: true },
  },
})
