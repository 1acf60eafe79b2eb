import { createSupervision } from '#organization/supervisions/create-supervision.ts'
import { endSupervision } from '#organization/supervisions/end-supervision.ts'
import {
  getSupervision,
  listSupervisions,
  SupervisionQuery,
} from '#organization/supervisions/queries.ts'
import { CreateSupervision, Supervision } from '#organization/supervisions/schemas.ts'
import { TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { EXAMPLE_INSTANT, idParam, pageOf } from '../../http/shapes.ts'

const tag = {
  name: 'Supervisions',
  about: 'Supervisors, who co-sign the notes of other providers.',
}
const params = idParam('supervision')

export const supervisionOperations = [
  operation({
    id: 'createSupervision',
    method: 'post',
    path: '/v1/supervisions',
    tag,
    summary: 'Create a supervision',
    description: 'From now on, notes of the provider’s sessions require a co-signature.',
    permission: 'supervisions:write',
    body: CreateSupervision,
    status: 201,
    response: Supervision,
    errors: ['invalid_reference', 'already_exists'],
    run: (ctx, { body }) => createSupervision(ctx, body),
  }),
  operation({
    id: 'listSupervisions',
    method: 'get',
    path: '/v1/supervisions',
    tag,
    summary: 'List supervisions',
    description: 'Includes ended supervisions unless you send `ended=false`.',
    permission: 'supervisions:read',
    query: SupervisionQuery,
    status: 200,
    response: pageOf(Supervision),
    run: (ctx, { query }) => listSupervisions(ctx, query),
  }),
  operation({
    id: 'getSupervision',
    method: 'get',
    path: '/v1/supervisions/{id}',
    tag,
    summary: 'Retrieve a supervision',
    description: 'Returns the provider, the supervisor, and when the supervision began.',
    permission: 'supervisions:read',
    params,
    status: 200,
    response: Supervision,
    errors: ['not_found'],
    run: (ctx, { params }) => getSupervision(ctx, params),
  }),
  operation({
    id: 'endSupervision',
    method: 'post',
    path: '/v1/supervisions/{id}/end',
    tag,
    summary: 'End a supervision',
    description: 'Notes signed after the end do not require a co-signature by this supervisor.',
    permission: 'supervisions:write',
    params,
    status: 200,
    response: Supervision,
    example: { endedAt: EXAMPLE_INSTANT },
    errors: TRANSITION_ERRORS,
    run: (ctx, { params, version }) => endSupervision(ctx, { ...params, version }),
  }),
]
