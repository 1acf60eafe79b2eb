import { createRole } from '#staff/roles/create-role.ts'
import { patchRole } from '#staff/roles/patch-role.ts'
import { getRole, listRoles, RoleQuery } from '#staff/roles/queries.ts'
import { roleRecord } from '#staff/roles/record.ts'
import { CreateRole, PatchRole, Role } from '#staff/roles/schemas.ts'
import { archiveOperations } from '../../http/archive-operations.ts'
import { CHANGE_ERRORS } from '../../http/error-sets.ts'
import { operation } from '../../http/operation.ts'
import { idParam, pageOf } from '../../http/shapes.ts'

const tag = {
  name: 'Roles',
  about: 'What users can do: the platform’s roles and the centre’s own roles.',
}
const params = idParam('role')

export const roleOperations = [
  operation({
    id: 'createRole',
    method: 'post',
    path: '/v1/roles',
    tag,
    summary: 'Create a centre role',
    description:
      'Adds a role to the platform’s roles, which GET /v1/roles/matrix lists. Every role can read the centre’s locations, services, providers and hours. A role cannot include permissions that you do not have.',
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
    summary: 'List centre roles',
    description:
      'Lists only the centre’s own roles, newest first. GET /v1/roles/matrix also lists the platform’s roles.',
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
    summary: 'Retrieve a centre role',
    description: 'Returns the role with its permissions and sight.',
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
    summary: 'Change a centre role',
    description:
      'Applies immediately to every user who has the role. You cannot change a role that you have yourself, or add permissions that you do not have.',
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
