import { z } from 'zod'
import type { UserSession as UserSessionModel } from '#prisma/generated/client.ts'
import { growing } from '#platform/core/schemas/growing.ts'
import { idOf } from '#platform/core/records/ids.ts'
import { recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { addMinutes, utc, utcOrNull } from '#platform/core/time/time.ts'

export const SESSION_METHODS = [
  'LINK',
  'INVITATION',
  'OPERATOR',
  'OIDC',
  'PASSKEY',
  'DELEGATION',
] as const

const moment = (description: string, example = '2026-11-21T09:30:00.000Z') =>
  z.iso.datetime().meta({ description, example })

export const UserSession = resourceSchema('UserSession', {
  id: idOf('userSession'),
  userId: idOf('user').meta({ description: 'User who is signed in.' }),
  method: growing(z.enum(SESSION_METHODS)).meta({
    description:
      'How the session began. LINK: with a sign-in link. INVITATION: by accepting the invitation. OPERATOR: with a link created by a platform operator. OIDC: through an identity provider of the centre. PASSKEY: with a passkey. DELEGATION: with a delegated key, with which a program acts for the user.',
    example: 'LINK',
  }),
  name: z.string().nullable().meta({
    description: 'For a delegated key: the name under which the user allowed it; otherwise null.',
    example: null,
  }),
  scopes: z.array(z.string()).meta({
    description:
      'For a delegated key: its part of the user’s permissions. Empty for a browser session, which has all of them.',
    example: [],
  }),
  authenticatedAt: moment(
    'When the person last proved their identity, in UTC; null if the identity provider did not report it.',
  ).nullable(),
  awaitsFactor: z.boolean().meta({
    description:
      'Whether the second factor that the organization requires is still missing. Until it is provided, the session gives no access.',
    example: false,
  }),
  lastUsedAt: moment('When the session was last used, to the minute.'),
  expiresAt: moment(
    'When the session ends, in UTC: the organization’s `sessionLongestHours` after it began, or `sessionIdleMinutes` after its last use.',
    '2026-11-21T10:30:00.000Z',
  ),
  ip: z.string().nullable().meta({
    description: 'IP address from which the session was started.',
    example: '198.51.100.7',
  }),
  userAgent: z.string().nullable().meta({
    description: 'User agent of the browser in which the session began.',
    example: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)',
  }),
  isCurrent: z
    .boolean()
    .meta({ description: 'Whether this request used the session.', example: false }),
  revokedAt: z.iso.datetime().nullable().meta({
    description: 'When the session was revoked, in UTC; null if it was not. Revoking is permanent.',
    example: null,
  }),
  ...recordMembers,
})
export type UserSession = z.infer<typeof UserSession>

/** `current` is the session that makes the request. */
export const toUserSession = (row: UserSessionModel, current: string | undefined): UserSession => {
  const idleAt = addMinutes(row.lastUsedAt, row.idleMinutes)
  return {
    id: row.id,
    userId: row.userId,
    method: row.method as UserSession['method'],
    name: row.name,
    scopes: row.scopes,
    authenticatedAt: utcOrNull(row.authenticatedAt),
    awaitsFactor: row.awaitsFactor,
    lastUsedAt: utc(row.lastUsedAt),
    expiresAt: utc(idleAt < row.expiresAt ? idleAt : row.expiresAt),
    ip: row.ip,
    userAgent: row.userAgent,
    isCurrent: row.id === current,
    revokedAt: utcOrNull(row.revokedAt),
    ...recordOf(row),
  }
}
