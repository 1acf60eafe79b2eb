import type { WebhookEndpoint as EndpointModel } from '#prisma/generated/client.ts'
import { transitionTo, type StateMachine } from '#platform/core/records/state-machine.ts'
import type { EndpointStatus } from './schemas.ts'

const TRANSITIONS = {
  pause: { ACTIVE: 'PAUSED', PAUSED: 'PAUSED' },
  resume: { ACTIVE: 'ACTIVE', PAUSED: 'ACTIVE', DISABLED: 'ACTIVE' },
} as const satisfies StateMachine<EndpointStatus>

/** The status after a verb, and since when it has it. */
export const statusAfter = (
  verb: keyof typeof TRANSITIONS,
  before: EndpointModel,
  { now }: { now: Date },
) => {
  const status = transitionTo('An endpoint', TRANSITIONS, verb, before.status)
  const statusChangedAt = status === before.status ? before.statusChangedAt : now
  return { status, statusReason: null, statusChangedAt }
}
