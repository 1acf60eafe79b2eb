import { getReserve, listReserves, ReserveQuery } from '#payouts/reserves/queries.ts'
import { releaseReserve } from '#payouts/reserves/release-reserve.ts'
import { Reserve } from '#payouts/reserves/schemas.ts'
import { TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = 'Settlements'
const params = idParam('reserve')

export const reserveOperations = [
  operation({
    id: 'listReserves',
    method: 'get',
    path: '/v1/marketplace/reserves',
    tag,
    summary: 'List reserves',
    description:
      'Returns amounts held back by settlements, newest first. Reserves of failed and cancelled settlements are not included.',
    permission: 'settlements:read',
    query: ReserveQuery,
    status: 200,
    response: pageOf(Reserve),
    run: (ctx, { query }) => listReserves(ctx, query),
  }),
  operation({
    id: 'getReserve',
    method: 'get',
    path: '/v1/marketplace/reserves/{id}',
    tag,
    summary: 'Retrieve a reserve',
    description:
      'Returns the amount held, the date of its release, and the amount already released.',
    permission: 'settlements:read',
    params,
    status: 200,
    response: Reserve,
    errors: ['not_found'],
    run: (ctx, { params: ref }) => getReserve(ctx, ref),
  }),
  operation({
    id: 'releaseReserve',
    method: 'post',
    path: '/v1/marketplace/reserves/{id}/release',
    tag,
    summary: 'Release a reserve',
    description:
      'Makes the reserve due from today instead of its later date. The reserve’s settlement must be paid. The provider’s next settlement pays the reserve after another person approves that settlement.',
    permission: 'settlements:write',
    params,
    status: 200,
    response: Reserve,
    example: { status: 'DUE', releasesOn: '2026-11-21' },
    errors: TRANSITION_ERRORS,
    run: (ctx, { params: ref, version }) => releaseReserve(ctx, { ...ref, version }),
  }),
]
