import type { TimeOff as TimeOffModel } from '#prisma/generated/client.ts'
import { announcing, defineMoves } from '#platform/core/records/moves.ts'
import { countAffected } from './affected-by.ts'
import { timeOffEvents, timeOffFacts } from './events.ts'
import { TimeOffStatus } from './rules.ts'
import { ENDED } from '#platform/core/records/define-waiting.ts'
import { timeOffToDecide } from './time-off-to-decide.ts'
import { timeOffWithAppointments } from './time-off-with-appointments.ts'

export const timeOffMoves = defineMoves<TimeOffModel>()({
  noun: 'Time off',
  subject: 'timeOff',
  states: TimeOffStatus,
  initial: ['REQUESTED', 'APPROVED'],
  waits: {
    REQUESTED: timeOffToDecide,
    APPROVED: timeOffWithAppointments,
    DECLINED: ENDED,
    CANCELLED: ENDED,
  },
  moves: {
    approve: {
      from: ['REQUESTED'],
      to: 'APPROVED',
      event: announcing(timeOffEvents['time_off.approved'], async (row, tx) => ({
        ...timeOffFacts(row),
        affected: await countAffected(tx, row),
      })),
    },
    decline: { from: ['REQUESTED'], to: 'DECLINED' },
    cancel: {
      from: ['REQUESTED', 'APPROVED'],
      to: 'CANCELLED',
      event: announcing(timeOffEvents['time_off.cancelled'], timeOffFacts),
    },
  },
})
