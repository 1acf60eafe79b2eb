import { createCancellationPolicy } from '#payments/cancellation-policies/create-cancellation-policy.ts'
import { patchCancellationPolicy } from '#payments/cancellation-policies/patch-cancellation-policy.ts'
import {
  getCancellationPolicy,
  listCancellationPolicies,
  CancellationPolicyQuery,
} from '#payments/cancellation-policies/queries.ts'
import { cancellationPolicyRecord } from '#payments/cancellation-policies/record.ts'
import {
  CancellationPolicy,
  CreateCancellationPolicy,
  PatchCancellationPolicy,
} from '#payments/cancellation-policies/schemas.ts'
import { archiveOperations } from '../../http/archive-operations.ts'
import { CHANGE_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = { name: 'Cancellation policies', about: 'Fees for late cancellations and no-shows.' }
const params = idParam('cancellationPolicy')

export const cancellationPolicyOperations = [
  operation({
    id: 'createCancellationPolicy',
    method: 'post',
    path: '/v1/cancellation-policies',
    tag,
    summary: 'Create a cancellation policy',
    description:
      'A policy can apply to a service, a location, both, or the whole centre. The most specific policy applies, in this order: service and location, service, location, centre. If there is no policy, a cancellation within 24 hours counts as late and is free of charge.',
    permission: 'cancellation-policies:write',
    body: CreateCancellationPolicy,
    status: 201,
    response: CancellationPolicy,
    errors: ['already_exists', 'invalid_reference'],
    run: (ctx, { body }) => createCancellationPolicy(ctx, body),
  }),
  operation({
    id: 'listCancellationPolicies',
    method: 'get',
    path: '/v1/cancellation-policies',
    tag,
    summary: 'List cancellation policies',
    description: 'Newest first, without archived policies unless you ask for them.',
    permission: 'cancellation-policies:read',
    query: CancellationPolicyQuery,
    status: 200,
    response: pageOf(CancellationPolicy),
    run: (ctx, { query }) => listCancellationPolicies(ctx, query),
  }),
  operation({
    id: 'getCancellationPolicy',
    method: 'get',
    path: '/v1/cancellation-policies/{id}',
    tag,
    summary: 'Retrieve a cancellation policy',
    description: 'Returns the fee for each notice period, and the fee for a no-show.',
    permission: 'cancellation-policies:read',
    params,
    status: 200,
    response: CancellationPolicy,
    errors: ['not_found'],
    run: (ctx, { params }) => getCancellationPolicy(ctx, params),
  }),
  operation({
    id: 'patchCancellationPolicy',
    method: 'patch',
    path: '/v1/cancellation-policies/{id}',
    tag,
    summary: 'Change a cancellation policy',
    description:
      'A cancellation uses the policy in force when it is made. Existing charges do not change.',
    permission: 'cancellation-policies:write',
    params,
    body: PatchCancellationPolicy,
    status: 200,
    response: CancellationPolicy,
    errors: CHANGE_ERRORS,
    run: (ctx, { params, body, version }) =>
      patchCancellationPolicy(ctx, { ...params, version, patch: body }),
  }),
  ...archiveOperations(cancellationPolicyRecord, {
    path: '/v1/cancellation-policies/{id}',
    tag,
    noun: 'a cancellation policy',
    response: CancellationPolicy,
    restoreErrors: ['already_exists'],
  }),
]
