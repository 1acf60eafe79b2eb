import { createGuardianship } from '#people/guardianships/create-guardianship.ts'
import { endGuardianship } from '#people/guardianships/end-guardianship.ts'
import { patchGuardianship } from '#people/guardianships/patch-guardianship.ts'
import {
  getGuardianship,
  GuardianshipQuery,
  listGuardianships,
} from '#people/guardianships/queries.ts'
import {
  CreateGuardianship,
  Guardianship,
  PatchGuardianship,
} from '#people/guardianships/schemas.ts'
import { TRANSITION_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { EXAMPLE_INSTANT, idParam, pageOf } from '../../http/shapes.ts'

const tag = { name: 'Guardianships', about: 'Who decides for a child, and who pays.' }
const params = idParam('guardianship')

export const guardianshipOperations = [
  operation({
    id: 'createGuardianship',
    method: 'post',
    path: '/v1/guardianships',
    tag,
    summary: "Make a client a child's guardian",
    description: 'A child can have several guardians. The billing guardian is charged.',
    permission: 'guardianships:write',
    body: CreateGuardianship,
    status: 201,
    response: Guardianship,
    errors: ['invalid_reference', 'already_exists'],
    events: ['guardianship.created'],
    run: (ctx, { body }) => createGuardianship(ctx, body),
  }),
  operation({
    id: 'listGuardianships',
    method: 'get',
    path: '/v1/guardianships',
    tag,
    summary: 'List guardianships',
    description:
      'Filters by child or client, or lists all. Includes ended guardianships unless you send `ended=false`.',
    permission: 'guardianships:read',
    query: GuardianshipQuery,
    status: 200,
    response: pageOf(Guardianship),
    run: (ctx, { query }) => listGuardianships(ctx, query),
  }),
  operation({
    id: 'getGuardianship',
    method: 'get',
    path: '/v1/guardianships/{id}',
    tag,
    summary: 'Retrieve a guardianship',
    description:
      'Returns the client’s relationship to the child, and whether the client decides and pays for the child.',
    permission: 'guardianships:read',
    params,
    status: 200,
    response: Guardianship,
    errors: ['not_found'],
    run: (ctx, { params }) => getGuardianship(ctx, params),
  }),
  operation({
    id: 'patchGuardianship',
    method: 'patch',
    path: '/v1/guardianships/{id}',
    tag,
    summary: 'Change a guardianship',
    description:
      'Set `billing` to change who is charged from now on. Existing orders keep their client.',
    permission: 'guardianships:write',
    params,
    body: PatchGuardianship,
    status: 200,
    response: Guardianship,
    errors: [...TRANSITION_ERRORS, 'invalid_reference'],
    events: ['guardianship.updated'],
    run: (ctx, { params, body, version }) =>
      patchGuardianship(ctx, { ...params, version, patch: body }),
  }),
  operation({
    id: 'endGuardianship',
    method: 'post',
    path: '/v1/guardianships/{id}/end',
    tag,
    summary: 'End a guardianship',
    description:
      'The client no longer decides, pays or gets messages for the child. The record is kept.',
    permission: 'guardianships:write',
    params,
    status: 200,
    response: Guardianship,
    example: { endedAt: EXAMPLE_INSTANT },
    errors: TRANSITION_ERRORS,
    events: ['guardianship.updated'],
    run: (ctx, { params, version }) => endGuardianship(ctx, { ...params, version }),
  }),
]
