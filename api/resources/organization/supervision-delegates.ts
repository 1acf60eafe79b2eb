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
    summary: 'Create a delegate of a supervisor',
    description:
      'While a supervisor is away, another provider co-signs and returns notes for them and sees the children of their team. The signature names both. Supervisors name their own delegates.',
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
    summary: 'List delegates of supervisors',
    description: 'Returns who acts for whom, and when; send `current=true` for current delegates.',
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
    summary: 'Retrieve a delegate of a supervisor',
    description: 'Returns who acts for whom, and when.',
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
    summary: 'End a delegation early',
    description: 'Ends it early. Signatures by the delegate stay valid.',
    permission: 'supervision-delegates:write',
    params,
    status: 200,
    response: SupervisionDelegate,
    example: { endsAt: EXAMPLE_INSTANT },
    errors: TRANSITION_ERRORS,
    run: (ctx, { params, version }) => endSupervisionDelegate(ctx, { ...params, version }),
  }),
]
