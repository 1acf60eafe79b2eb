import type { Erasure } from '#prisma/generated/client.ts'
import { announcing, defineMoves, starting, waking } from '#platform/core/records/moves.ts'
import { utc } from '#platform/core/time/time.ts'
import { erasureEvents } from './events.ts'
import { ErasureStatus } from './schemas.ts'
import { erasureApprovalWorkflow, personErasureWorkflow } from './workflows.ts'
import { ENDED } from '#platform/core/records/define-waiting.ts'
import { erasureToApprove } from './erasure-to-approve.ts'

export const erasureMoves = defineMoves<Erasure>()({
  noun: 'An erasure',
  subject: 'erasure',
  states: ErasureStatus,
  initial: ['AWAITING_APPROVAL'],
  elsewhere: {
    RUNNING: 'its workflow',
    RETAINING: 'its workflow, while some records have to be kept',
    COMPLETED: 'its workflow',
  },
  waits: {
    AWAITING_APPROVAL: erasureToApprove,
    SCHEDULED: 'its workflow begins after the days of grace',
    RUNNING: 'its workflow erases the records',
    RETAINING: 'its workflow continues when the records may be erased',
    COMPLETED: ENDED,
    CANCELLED: ENDED,
  },
  moves: {
    approve: {
      from: ['AWAITING_APPROVAL'],
      to: 'SCHEDULED',
      event: announcing(erasureEvents['erasure.scheduled'], (row) => ({
        erasureId: row.id,
        childId: row.childId,
        clientId: row.clientId,
        startsAt: utc(row.startsAt!),
      })),
      wakes: [waking(erasureApprovalWorkflow), starting(personErasureWorkflow)],
    },
    cancel: {
      from: ['AWAITING_APPROVAL', 'SCHEDULED'],
      to: 'CANCELLED',
      wakes: [
        waking<Erasure>(erasureApprovalWorkflow, ({ id }, { status }) =>
          status === 'SCHEDULED' ? null : id,
        ),
        waking<Erasure>(personErasureWorkflow, ({ id }, { status }) =>
          status === 'SCHEDULED' ? id : null,
        ),
      ],
    },
  },
})
