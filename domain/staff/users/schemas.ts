import { z } from 'zod'
import type { User as UserModel } from '#prisma/generated/client.ts'
import { email } from '#platform/core/contact/contact.ts'
import { growing } from '#platform/core/schemas/growing.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { ROLES, type Role } from '#platform/core/access/permissions.ts'
import { line, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { utc, utcOrNull } from '#platform/core/time/time.ts'

const ROLE_NAMES = Object.keys(ROLES) as [Role, ...Role[]]

/** A built-in role by its name, or a custom role by its id. */
export const roleName = z.union([growing(z.enum(ROLE_NAMES)), idOf('role')])

export const USER_STATUSES = ['INVITED', 'ACTIVE', 'DEACTIVATED'] as const

const members = {
  email: email()
    .transform((address) => address.toLowerCase())
    .meta({
      description: 'E-mail address for invitations and sign-in links, unique in the centre.',
      example: 'ana.ruiz@example.com',
    }),
  name: line(200).meta({
    description: 'Full name of the person. The audit trail shows it.',
    example: 'Ana Ruiz',
  }),
  roles: z
    .array(roleName)
    .min(1)
    .max(20)
    .meta({
      description:
        "Roles of the person: the platform's roles by name, and the centre's own roles by ID. The person has the permissions of all these roles.",
      example: ['THERAPIST'],
    }),
  providerId: idOf('provider')
    .nullable()
    .meta({
      description:
        'Provider linked to the person. Required for THERAPIST, SUPERVISOR and other roles limited to a caseload.',
      example: exampleId('provider'),
    }),
  locationIds: z
    .array(idOf('location'))
    .max(50)
    .refine((ids) => new Set(ids).size === ids.length, { error: 'must not repeat a location' })
    .meta({
      description:
        'Locations to which roles with the sight CENTRE are limited for this person; empty for the whole centre. Always empty for OWNER, ADMINISTRATOR and AUDITOR.',
      example: [],
    }),
}

const moment = (description: string, example: string | null = null) =>
  z.iso.datetime().nullable().meta({ description, example })

export const User = resourceSchema('User', {
  id: idOf('user'),
  email: z.string().meta({ description: 'Lower-cased.', example: 'ana.ruiz@example.com' }),
  name: members.name,
  status: z.enum(USER_STATUSES).meta({
    description:
      'INVITED: the person has not accepted the invitation yet. ACTIVE: the person can sign in. DEACTIVATED: the person cannot sign in, and all sessions have ended.',
    example: 'ACTIVE',
  }),
  roles: members.roles,
  providerId: members.providerId,
  locationIds: members.locationIds,
  invitedAt: z.iso.datetime().meta({
    description: 'When the last invitation was sent, in UTC.',
    example: '2026-11-21T09:30:00.000Z',
  }),
  activatedAt: moment(
    'When the person first accepted an invitation, in UTC; null until then.',
    '2026-11-21T10:00:00.000Z',
  ),
  deactivatedAt: moment(
    'When the user was deactivated, in UTC; null while the user is not deactivated.',
  ),
  ...recordMembers,
})
export type User = z.infer<typeof User>

export const InviteUser = z
  .strictObject({
    email: members.email,
    name: members.name,
    roles: members.roles,
    providerId: members.providerId.exactOptional(),
    locationIds: members.locationIds.exactOptional(),
  })
  .meta({
    id: 'InviteUser',
    example: {
      email: 'ana.ruiz@example.com',
      name: 'Ana Ruiz',
      roles: ['THERAPIST'],
      providerId: exampleId('provider'),
    },
  })
export type InviteUser = z.infer<typeof InviteUser>

export const PatchUser = z
  .strictObject({
    name: members.name.exactOptional(),
    roles: members.roles.exactOptional(),
    providerId: members.providerId.exactOptional(),
    locationIds: members.locationIds.exactOptional(),
  })
  .meta({ id: 'PatchUser', example: { roles: ['SCHEDULER', 'BILLER'] } })
export type PatchUser = z.infer<typeof PatchUser>

export const toUser = (row: UserModel): User => ({
  id: row.id,
  email: row.email,
  name: row.name,
  status: row.status,
  roles: row.roles,
  providerId: row.providerId,
  locationIds: row.locationIds,
  invitedAt: utc(row.invitedAt),
  activatedAt: utcOrNull(row.activatedAt),
  deactivatedAt: utcOrNull(row.deactivatedAt),
  ...recordOf(row),
})
