import type { WebhookEndpoint as EndpointModel } from '#prisma/generated/client.ts'
import { transitionTo } from '#platform/core/state-machine.ts'
import type { EndpointStatus } from './schemas.ts'

const TRANSITIONS = {
  pause: { ACTIVE: 'PAUSED', PAUSED: 'PAUSED' },
  resume: { ACTIVE: 'ACTIVE', PAUSED: 'ACTIVE', DISABLED: 'ACTIVE' },
} as const

/** The status after a verb, and since when it has it. */
export const statusAfter = (
  verb: keyof typeof TRANSITIONS,
  before: EndpointModel,
  { now }: { now: Date },
) => {
  const status = transitionTo<EndpointStatus, typeof TRANSITIONS>(
    'An endpoint',
    TRANSITIONS,
    verb,
    before.status as EndpointStatus,
  )
  const statusChangedAt = status === before.status ? before.statusChangedAt : now
  return { status, statusReason: null, statusChangedAt }
}
