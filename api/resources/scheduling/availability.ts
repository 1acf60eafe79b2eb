import { findAvailability } from '#scheduling/availability/queries.ts'
import { Availability, AvailabilityQuery } from '#scheduling/availability/schemas.ts'
import { operation } from '../../http/operation.ts'

export const availabilityOperations = [
  operation({
    id: 'findAvailability',
    method: 'get',
    path: '/v1/availability',
    tag: {
      name: 'Availability',
      about:
        'Find free times by service, provider, location and child, and find out why a time is not free.',
    },
    summary: 'Find available start times',
    description:
      'Applies the booking rules, so every start time returned can be booked until somebody else takes it. The range can cover at most 62 days.',
    permission: 'availability:read',
    query: AvailabilityQuery,
    status: 200,
    response: Availability,
    errors: ['invalid_reference', 'child_discharged'],
    run: (ctx, { query }) => findAvailability(ctx, query),
  }),
]
