import { defineMoves, waking } from '#platform/core/records/moves.ts'
import { webhookCourierWorkflow } from '../deliveries/workflows.ts'
import { ENDPOINT_STATUS } from './schemas.ts'
import { webhookEndpointDisabled } from './webhook-endpoint-disabled.ts'

export const endpointMoves = defineMoves()({
  noun: 'An endpoint',
  subject: 'webhookEndpoint',
  states: ENDPOINT_STATUS,
  initial: ['ACTIVE'],
  elsewhere: { DISABLED: 'its deliveries, after too many failures' },
  waits: {
    ACTIVE: 'events are delivered; repeated failures disable it',
    PAUSED: 'a person has paused it until they resume it',
    DISABLED: webhookEndpointDisabled,
  },
  moves: {
    pause: { from: ['ACTIVE', 'PAUSED'], to: 'PAUSED' },
    resume: {
      from: ['ACTIVE', 'PAUSED', 'DISABLED'],
      to: 'ACTIVE',
      wakes: [waking(webhookCourierWorkflow)],
    },
  },
})

/**
 * The members that a person's move sets in addition to the status. It clears the last reason, and keeps the
 * time if the status does not change.
 */
export const setByPerson = (
  before: { status: string; statusChangedAt: Date },
  { now }: { now: Date },
  status: string,
) => ({
  statusReason: null,
  statusChangedAt: status === before.status ? before.statusChangedAt : now,
})
