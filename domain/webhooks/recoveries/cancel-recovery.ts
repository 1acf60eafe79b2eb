import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { transitionTo, type StateMachine } from '#platform/core/records/state-machine.ts'
import { recoveryRecord } from './record.ts'
import type { WebhookRecovery } from './schemas.ts'

const TRANSITIONS = { cancel: { RUNNING: 'CANCELLED' } } as const satisfies StateMachine<
  WebhookRecovery['status']
>

/** Makes no further deliveries. Those made already stay. */
export const cancelRecovery = (ctx: Context, ref: RecordRef): Promise<WebhookRecovery> =>
  changeRecord(ctx, ref, recoveryRecord, {
    fields: ({ status }, { now }) => ({
      status: transitionTo('A recovery', TRANSITIONS, 'cancel', status),
      finishedAt: now,
    }),
  })
