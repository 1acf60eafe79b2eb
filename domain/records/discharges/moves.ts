import type { Discharge } from '#prisma/generated/client.ts'
import { ENDED } from '#platform/core/records/define-waiting.ts'
import { announcing, defineMoves, waking } from '#platform/core/records/moves.ts'
import { dischargeEvents } from './events.ts'
import { DISCHARGE_STATUSES } from './rules.ts'
import { childDischargeWorkflow } from './workflows.ts'

export const dischargeMoves = defineMoves<Discharge>()({
  noun: 'A discharge',
  subject: 'discharge',
  states: DISCHARGE_STATUSES,
  initial: ['ENDING'],
  elsewhere: { ENDED: 'its workflow, once each item is settled' },
  waits: {
    ENDING: 'its workflow ends what the child has; a task names what it could not end',
    ENDED: 'the child is discharged until somebody readmits the child',
    READMITTED: ENDED,
  },
  moves: {
    readmit: {
      operation: 'readmitChild',
      from: ['ENDING', 'ENDED'],
      to: 'READMITTED',
      event: announcing(dischargeEvents['child.readmitted'], ({ id, childId }) => ({
        childId,
        dischargeId: id,
      })),
      wakes: [waking(childDischargeWorkflow)],
    },
  },
})
