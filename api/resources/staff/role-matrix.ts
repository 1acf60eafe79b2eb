import { z } from 'zod'
import { PERMISSIONS_OF_EVERYBODY, type Permission } from '#platform/core/access/permissions.ts'
import { listAllRoles, type AnyRole } from '#staff/roles/list-all-roles.ts'
import { PermissionName } from '#staff/roles/schemas.ts'
import { operation, type Operation } from '../../http/operation.ts'

const role = z.string().meta({
  description: "Name of a platform role, or ID of one of the centre's own roles.",
  example: 'SCHEDULER',
})

const RoleMatrix = z
  .strictObject({
    roles: z
      .array(
        z.strictObject({
          role,
          name: z.string().meta({ description: 'Display name of the role.', example: 'SCHEDULER' }),
          about: z.string().nullable().meta({
            description: 'Purpose of the role.',
            example: 'Front desk: families, appointments.',
          }),
          sight: z.enum(['CENTRE', 'CASELOAD']).meta({
            description:
              'Whether the role can see all children, or only those in the user’s own caseload.',
            example: 'CENTRE',
          }),
          canBeBound: z.boolean().meta({
            description:
              'Whether a user’s `locationIds` limit what the role can see. If not, a user with this role and the sight CENTRE cannot have `locationIds`.',
            example: true,
          }),
          permissions: z
            .array(PermissionName)
            .meta({ description: 'Permissions of the role.', example: ['appointments:read'] }),
        }),
      )
      .meta({ description: "The platform's roles, then the centre's own roles." }),
    operations: z
      .array(
        z.strictObject({
          operationId: z.string().meta({
            description: 'ID of the operation, as in the OpenAPI document.',
            example: 'createAppointment',
          }),
          method: z.string().meta({ description: 'HTTP method.', example: 'POST' }),
          path: z
            .string()
            .meta({ description: 'Path with its parameters.', example: '/v1/appointments' }),
          permissions: z.array(z.string()).meta({
            description: 'Permissions that the operation requires.',
            example: ['appointments:write'],
          }),
          roles: z.array(role).meta({
            description: 'Roles that can use the operation.',
            example: ['OWNER', 'SCHEDULER'],
          }),
        }),
      )
      .meta({ description: 'Every operation, in the order of the documentation.' }),
  })
  .meta({ id: 'RoleMatrix' })

/** Who may do what, computed from the permissions that are enforced. */
export const roleMatrixOperation = (operations: () => readonly Operation[]): Operation =>
  operation({
    id: 'getRoleMatrix',
    method: 'get',
    path: '/v1/roles/matrix',
    tag: 'Roles',
    summary: 'Retrieve the matrix of roles and operations',
    description:
      'Shows for every role that a user of the centre can have which operations it can use.',
    permission: 'roles:read',
    status: 200,
    response: RoleMatrix,
    run: async (ctx) => {
      const roles = await listAllRoles(ctx)
      const held = roles.map(({ role: name, permissions }) => ({
        name,
        permissions: new Set<Permission>([...PERMISSIONS_OF_EVERYBODY, ...permissions]),
      }))
      return {
        roles: roles.map((it) => ({ ...it, permissions: [...it.permissions] })) satisfies AnyRole[],
        operations: operations().map(({ id, method, path, permissions }) => ({
          operationId: id,
          method: method.toUpperCase(),
          path,
          permissions: [...permissions],
          roles: held
            .filter((it) => permissions.every((needed) => it.permissions.has(needed)))
            .map(({ name }) => name),
        })),
      }
    },
  })
