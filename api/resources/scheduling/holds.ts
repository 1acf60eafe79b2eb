import { createHold } from '#scheduling/holds/create-hold.ts'
import { getHold } from '#scheduling/holds/queries.ts'
import { releaseHold } from '#scheduling/holds/release-hold.ts'
import { CreateHold, Hold } from '#scheduling/holds/schemas.ts'
import { TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam } from '../../http/shapes.ts'

const tag = {
  name: 'Holds',
  about: 'Reserve a slot for a few minutes while a booking is completed.',
}
const params = idParam('hold')

export const holdOperations = [
  operation({
    id: 'createHold',
    method: 'post',
    path: '/v1/holds',
    tag,
    summary: 'Hold a slot',
    description:
      'Reserves the slot. To book it, send the hold’s ID as `holdId` to `POST /v1/appointments`; otherwise the slot becomes free when the hold expires.',
    permission: 'holds:write',
    body: CreateHold,
    status: 201,
    response: Hold,
    errors: [
      'invalid_reference',
      'slot_taken',
      'slot_unavailable',
      'consent_missing',
      'child_discharged',
    ],
    plansOnce: true,
    run: (ctx, { body }) => createHold(ctx, body),
  }),
  operation({
    id: 'getHold',
    method: 'get',
    path: '/v1/holds/{id}',
    tag,
    summary: 'Retrieve a hold',
    description: 'Returns whether the slot is still held, and when the hold expires.',
    permission: 'holds:read',
    params,
    status: 200,
    response: Hold,
    errors: ['not_found'],
    run: (ctx, { params }) => getHold(ctx, params),
  }),
  operation({
    id: 'releaseHold',
    method: 'post',
    path: '/v1/holds/{id}/release',
    tag,
    summary: 'Release a hold',
    description: 'Frees the slot immediately.',
    permission: 'holds:write',
    params,
    status: 200,
    response: Hold,
    example: { status: 'RELEASED' },
    errors: TRANSITION_ERRORS,
    events: ['hold.released'],
    run: (ctx, { params, version }) => releaseHold(ctx, { ...params, version }),
  }),
]
