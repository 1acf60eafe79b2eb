import { z } from 'zod'
import type { Role as RoleModel } from '#prisma/generated/client.ts'
import { growing } from '#platform/core/schemas/growing.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { PERMISSIONS_OF_PEOPLE, type Permission } from '#platform/core/access/permissions.ts'
import { archivableMembers, archivableOf, line } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'

export const PermissionName = growing(
  z.enum(PERMISSIONS_OF_PEOPLE as [Permission, ...Permission[]]),
).meta({ id: 'Permission', example: 'appointments:read' })

const members = {
  name: line(100).meta({
    description: 'Name of the role, unique among active roles.',
    example: 'Front desk lead',
  }),
  description: line(500)
    .nullable()
    .meta({ description: 'Purpose of the role; null if none is given.', example: null }),
  sight: z.enum(['CENTRE', 'CASELOAD']).meta({
    description:
      'CENTRE: the role can see all children. CASELOAD: it can see only the caseload of the user’s linked provider.',
    example: 'CENTRE',
  }),
  permissions: z
    .array(PermissionName)
    .min(1)
    .max(PERMISSIONS_OF_PEOPLE.length)
    .meta({
      description:
        'Permissions, as `<resource>:<read|write>`. Only permissions that people can have are allowed.',
      example: ['appointments:read', 'appointments:write', 'availability:read'],
    }),
}

export const Role = resourceSchema('Role', { id: idOf('role'), ...members, ...archivableMembers })
export type Role = z.infer<typeof Role>

export const CreateRole = z
  .strictObject({
    name: members.name,
    description: members.description.exactOptional(),
    sight: members.sight.default('CENTRE'),
    permissions: members.permissions,
  })
  .meta({
    id: 'CreateRole',
    example: {
      name: 'Front desk lead',
      permissions: ['appointments:read', 'appointments:write', 'availability:read'],
    },
  })
export type CreateRole = z.infer<typeof CreateRole>

export const PatchRole = z
  .strictObject({
    name: members.name.exactOptional(),
    description: members.description.exactOptional(),
    sight: members.sight.exactOptional(),
    permissions: members.permissions.exactOptional(),
  })
  .meta({ id: 'PatchRole', example: { permissions: ['appointments:read', 'availability:read'] } })
export type PatchRole = z.infer<typeof PatchRole>

export const toRole = (row: RoleModel): Role => ({
  id: row.id,
  name: row.name,
  description: row.description,
  sight: row.sight,
  permissions: row.permissions as Permission[],
  ...archivableOf(row),
})
