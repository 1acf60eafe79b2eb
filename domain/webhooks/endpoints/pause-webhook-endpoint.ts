import { changeRecord } from '#platform/core/change-record.ts'
import type { Context } from '#platform/core/context.ts'
import type { RecordRef } from '#platform/core/record-ref.ts'
import { transitionTo } from '#platform/core/state-machine.ts'
import { webhookEndpointRecord } from './record.ts'
import { CLOSED_BREAKER } from './breaker.ts'
import type { EndpointStatus } from './schemas.ts'
import { tellCouriers } from './tell-couriers.ts'
import { webhookCourierWorkflow } from '../deliveries/workflows.ts'

const TRANSITIONS = {
  pause: { ACTIVE: 'PAUSED', PAUSED: 'PAUSED' },
  resume: { ACTIVE: 'ACTIVE', PAUSED: 'ACTIVE', DISABLED: 'ACTIVE' },
} as const

/** Stops delivering; what is due waits, and further events are kept for it. */
export const pauseWebhookEndpoint = (ctx: Context, ref: RecordRef) => move(ctx, ref, 'pause')

/**
 * Delivers again, what waited first; also to an endpoint that was disabled. Time paused does not count:
 * what waited has 24 hours from now on.
 */
export const resumeWebhookEndpoint = (ctx: Context, ref: RecordRef) => move(ctx, ref, 'resume')

const move = (ctx: Context, ref: RecordRef, verb: keyof typeof TRANSITIONS) =>
  changeRecord(ctx, ref, webhookEndpointRecord, {
    fields: ({ status, statusChangedAt }, tx) => {
      const next = transitionTo<EndpointStatus, typeof TRANSITIONS>(
        'An endpoint',
        TRANSITIONS,
        verb,
        status as EndpointStatus,
      )
      return {
        status: next,
        statusReason: null,
        statusChangedAt: next === status ? statusChangedAt : tx.now,
        ...(verb === 'resume' && { failingSince: null, ...CLOSED_BREAKER }),
      }
    },
    effects: async (tx, after) => {
      if (verb === 'resume') tx.wake(webhookCourierWorkflow, after.id)
      await tellCouriers(tx, after)
    },
  })
