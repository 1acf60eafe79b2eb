import { z } from 'zod'
import type { Context } from '#platform/core/context/context.ts'
import { notFound } from '#platform/core/errors/errors.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { growing } from '#platform/core/schemas/growing.ts'
import { sightOf, type Actor } from '#platform/core/access/permissions.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import { loadActiveUser } from '#platform/identity/load-active-user.ts'
import { csrfTokenOf } from '#platform/identity/sessions.ts'
import { loadTenantSettings } from '#organization/tenants/queries.ts'

export const Me = resourceSchema('Me', {
  kind: z.enum(['API_KEY', 'USER']).meta({
    description: 'Whether the caller is an API key or a signed-in person.',
    example: 'USER',
  }),
  id: z
    .union([idOf('user'), idOf('apiKey')])
    .meta({ description: 'ID of the API key or user.', example: exampleId('user') }),
  name: z.string().meta({ description: 'Name of the API key or user.', example: 'Ana Ruiz' }),
  email: z.string().nullable().meta({
    description: 'E-mail address of the user; null for an API key.',
    example: 'ana.ruiz@example.com',
  }),
  organization: z
    .strictObject({
      id: idOf('tenant').meta({ description: 'ID of the centre.' }),
      name: z.string().meta({ description: 'Name of the centre.', example: 'Sunrise Therapy' }),
    })
    .meta({ description: 'The caller’s centre.' }),
  roles: z.array(z.string()).meta({
    description:
      "For a user: the platform's roles by name, and the centre's own roles by ID. Empty for an API key.",
    example: ['THERAPIST'],
  }),
  providerId: idOf('provider').nullable().meta({
    description:
      'Provider linked to the user, or provider to which the key is bound; null if there is none.',
  }),
  locationIds: z.array(idOf('location')).meta({
    description: 'Locations to which the user is limited; empty for the whole centre.',
    example: [],
  }),
  access: z
    .array(
      z.strictObject({
        sight: growing(z.enum(['CENTRE', 'LOCATIONS', 'CASELOAD'])).meta({
          description:
            'CENTRE: all children. LOCATIONS: children of the locations in locationIds. CASELOAD: children in the caller’s own caseload.',
          example: 'CASELOAD',
        }),
        permissions: z.array(z.string()).meta({
          description: 'Permissions that apply to this sight.',
          example: ['session-notes:read', 'session-notes:write'],
        }),
      }),
    )
    .meta({
      description:
        'Permissions of the caller. A request uses the widest sight that includes all permissions it requires.',
    }),
  sessionId: idOf('userSession')
    .nullable()
    .meta({ description: 'Session of the user; null for an API key.' }),
  csrfToken: z.string().nullable().meta({
    description:
      'Value to send as X-CSRF-Token with every POST, PATCH and DELETE request of this session; null for an API key.',
    example: 'Zm9yIHRoaXMgc2Vzc2lvbiBvbmx5',
  }),
  recoveryCodesLeft: z.int().nullable().meta({
    description:
      'Number of unused recovery codes, each of which replaces a passkey once; null for an API key.',
    example: 10,
  }),
})
export type Me = z.infer<typeof Me>

/** The caller and their permissions. */
export const getMe = (ctx: Context): Promise<Me> =>
  read(ctx, 'me:read', async (reader) => {
    const { id, name } = await loadTenantSettings(reader)
    const who = await (reader.actor.kind === 'USER' ? userOf(reader) : keyOf(reader))
    return { organization: { id, name }, ...who }
  })

type Who = Omit<Me, 'organization'>

const userOf = async (reader: Reader): Promise<Who> => {
  const { id, through } = reader.actor
  const known = await loadActiveUser(reader, { userId: id, through })
  if (!known) throw notFound('user')
  const { user, actors } = known
  const { db, tenantId } = reader
  const codes = await db.recoveryCodes.findFirst({ where: { tenantId, userId: id } })
  return {
    kind: 'USER',
    id,
    name: user.name,
    email: user.email,
    roles: user.roles,
    providerId: user.providerId,
    locationIds: user.locationIds,
    access: actors.map(accessOf),
    sessionId: through!,
    csrfToken: csrfTokenOf(reader.platform, through!),
    recoveryCodesLeft: codes?.hashes.length ?? 0,
  }
}

const keyOf = async ({ db, tenantId, actor }: Reader): Promise<Who> => {
  const { name } = await db.apiKey.findFirstOrThrow({ where: { tenantId, id: actor.id } })
  return {
    kind: 'API_KEY',
    id: actor.id,
    name,
    email: null,
    roles: [],
    providerId: actor.providerId ?? null,
    locationIds: [],
    access: [accessOf(actor)],
    sessionId: null,
    csrfToken: null,
    recoveryCodesLeft: null,
  }
}

const accessOf = (actor: Actor): Me['access'][number] => ({
  sight: sightOf(actor),
  permissions: actor.permissions === 'all' ? [] : [...actor.permissions].toSorted(),
})
