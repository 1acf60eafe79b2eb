import { changeRecord } from '#platform/core/change-record.ts'
import type { Context } from '#platform/core/context.ts'
import type { RecordRef } from '#platform/core/record-ref.ts'
import { transitionTo } from '#platform/core/state-machine.ts'
import { recoveryRecord } from './record.ts'
import type { WebhookRecovery } from './schemas.ts'

const TRANSITIONS = { cancel: { RUNNING: 'CANCELLED' } } as const

/** Makes no further deliveries. Those made already stay. */
export const cancelRecovery = (ctx: Context, ref: RecordRef): Promise<WebhookRecovery> =>
  changeRecord(ctx, ref, recoveryRecord, {
    fields: ({ status }, { now }) => ({
      status: transitionTo<WebhookRecovery['status'], typeof TRANSITIONS>(
        'A recovery',
        TRANSITIONS,
        'cancel',
        status,
      ),
      finishedAt: now,
    }),
  })
