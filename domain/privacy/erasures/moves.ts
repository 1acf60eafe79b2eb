import type { Erasure } from '#prisma/generated/client.ts'
import { announcing, defineMoves, starting, waking } from '#platform/core/records/moves.ts'
import { utc } from '#platform/core/time/time.ts'
import { erasureEvents } from './events.ts'
import { ErasureStatus } from './schemas.ts'
import { erasureApprovalWorkflow, personErasureWorkflow } from './workflows.ts'

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
