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
      'Newest first: amounts held back by settlements, without failed and cancelled ones.',
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
    description: 'Returns how much is held, until when, and how much was released.',
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
      'Makes the reserve due from today, before its day, once its settlement is paid. The provider’s next settlement pays it after approval by another person.',
    permission: 'settlements:write',
    params,
    status: 200,
    response: Reserve,
    example: { status: 'DUE', releasesOn: '2026-11-21' },
    errors: TRANSITION_ERRORS,
    run: (ctx, { params: ref, version }) => releaseReserve(ctx, { ...ref, version }),
  }),
]
