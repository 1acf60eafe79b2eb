import { changeRecord } from '../core/change-record.ts'
import type { Context } from '../core/context.ts'
import type { RecordRef } from '../core/record-ref.ts'
import { transitionTo } from '../core/state-machine.ts'
import { recoveryRecord, type WebhookRecovery } from './recoveries.ts'

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
