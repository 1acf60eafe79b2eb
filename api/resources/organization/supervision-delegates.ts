import { createSupervisionDelegate } from '#organization/supervision-delegates/create-supervision-delegate.ts'
import { endSupervisionDelegate } from '#organization/supervision-delegates/end-supervision-delegate.ts'
import {
  getSupervisionDelegate,
  listSupervisionDelegates,
  SupervisionDelegateQuery,
} from '#organization/supervision-delegates/queries.ts'
import {
  CreateSupervisionDelegate,
  SupervisionDelegate,
} from '#organization/supervision-delegates/schemas.ts'
import { TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { EXAMPLE_INSTANT, idParam, pageOf } from '../../http/shapes.ts'

const tag = 'Supervisions'
const params = idParam('supervisionDelegate')

export const supervisionDelegateOperations = [
  operation({
    id: 'createSupervisionDelegate',
    method: 'post',
    path: '/v1/supervision-delegates',
    tag,
    summary: 'Create a supervision delegate',
    description:
      'While a supervisor is away, the delegate co-signs and returns notes on the supervisor’s behalf and sees the children of the supervisor’s team. Each signature shows both names. Supervisors choose their own delegates.',
    permission: 'supervision-delegates:write',
    body: CreateSupervisionDelegate,
    status: 201,
    response: SupervisionDelegate,
    errors: ['invalid_reference'],
    run: (ctx, { body }) => createSupervisionDelegate(ctx, body),
  }),
  operation({
    id: 'listSupervisionDelegates',
    method: 'get',
    path: '/v1/supervision-delegates',
    tag,
    summary: 'List supervision delegates',
    description:
      'Returns delegates with the supervisors for whom they act, and the period. To list only current delegates, send `current=true`.',
    permission: 'supervision-delegates:read',
    query: SupervisionDelegateQuery,
    status: 200,
    response: pageOf(SupervisionDelegate),
    run: (ctx, { query }) => listSupervisionDelegates(ctx, query),
  }),
  operation({
    id: 'getSupervisionDelegate',
    method: 'get',
    path: '/v1/supervision-delegates/{id}',
    tag,
    summary: 'Retrieve a supervision delegate',
    description: 'Returns the delegate, the supervisor, and the period.',
    permission: 'supervision-delegates:read',
    params,
    status: 200,
    response: SupervisionDelegate,
    errors: ['not_found'],
    run: (ctx, { params }) => getSupervisionDelegate(ctx, params),
  }),
  operation({
    id: 'endSupervisionDelegate',
    method: 'post',
    path: '/v1/supervision-delegates/{id}/end',
    tag,
    summary: 'End a supervision delegation',
    description: 'Ends the delegation early. Signatures made by the delegate stay valid.',
    permission: 'supervision-delegates:write',
    params,
    status: 200,
    response: SupervisionDelegate,
    example: { endsAt: EXAMPLE_INSTANT },
    errors: TRANSITION_ERRORS,
    run: (ctx, { params, version }) => endSupervisionDelegate(ctx, { ...params, version }),
  }),
]
