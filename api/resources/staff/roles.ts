import { createRole } from '#staff/roles/create-role.ts'
import { patchRole } from '#staff/roles/patch-role.ts'
import { getRole, listRoles, RoleQuery } from '#staff/roles/queries.ts'
import { roleRecord } from '#staff/roles/record.ts'
import { CreateRole, PatchRole, Role } from '#staff/roles/schemas.ts'
import { archiveOperations } from '../../http/archive-operations.ts'
import { CHANGE_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = 'Roles'
const params = idParam('role')

export const roleOperations = [
  operation({
    id: 'createRole',
    method: 'post',
    path: '/v1/roles',
    tag,
    summary: 'Create a role of the centre',
    description:
      'Adds a role beside the platform’s, which GET /v1/roles/matrix lists. Every role can read the centre’s places, services, providers and hours. It cannot include permissions that you lack.',
    permission: 'roles:write',
    body: CreateRole,
    status: 201,
    response: Role,
    errors: ['already_exists'],
    events: ['role.created'],
    run: (ctx, { body }) => createRole(ctx, body),
  }),
  operation({
    id: 'listRoles',
    method: 'get',
    path: '/v1/roles',
    tag,
    summary: 'List roles of the centre',
    description:
      'Newest first: the centre’s own roles. GET /v1/roles/matrix lists the platform’s too.',
    permission: 'roles:read',
    query: RoleQuery,
    status: 200,
    response: pageOf(Role),
    run: (ctx, { query }) => listRoles(ctx, query),
  }),
  operation({
    id: 'getRole',
    method: 'get',
    path: '/v1/roles/{id}',
    tag,
    summary: 'Retrieve a role of the centre',
    description: 'Returns what it shows and allows.',
    permission: 'roles:read',
    params,
    status: 200,
    response: Role,
    errors: ['not_found'],
    run: (ctx, { params }) => getRole(ctx, params),
  }),
  operation({
    id: 'patchRole',
    method: 'patch',
    path: '/v1/roles/{id}',
    tag,
    summary: 'Change a role of the centre',
    description:
      'Applies at once to everybody who has it. You cannot change a role that you have, or add permissions that you lack.',
    permission: 'roles:write',
    params,
    body: PatchRole,
    status: 200,
    response: Role,
    errors: [...CHANGE_ERRORS, 'already_exists', 'role_in_use', 'second_person_required'],
    events: ['role.updated'],
    run: (ctx, { params, body, version }) => patchRole(ctx, { ...params, version, patch: body }),
  }),
  ...archiveOperations(roleRecord, {
    path: '/v1/roles/{id}',
    tag,
    noun: 'a role of the centre',
    response: Role,
    archiveErrors: ['role_in_use'],
    restoreErrors: ['already_exists'],
  }),
]
