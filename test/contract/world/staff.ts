import { systemContext } from '#platform/core/context.ts'
import { transact } from '#platform/core/transaction.ts'
import { issueSignInLink } from '#staff/sign-in/issue-sign-in-link.ts'
import { startSession } from '#staff/user-sessions/start-session.ts'
import type { Made, Records } from './records.ts'

let counter = 0

/** Users, roles of the centre's own, sessions. */
export const createStaff = ({ make, first, api, client }: Records) => {
  const newUser = async () => {
    counter += 1
    const { id: providerId } = await make('/v1/providers', { name: 'Colleague' })
    return {
      email: `colleague${counter}@example.org`,
      name: 'Colleague',
      roles: ['THERAPIST'],
      providerId,
    }
  }

  const invitedUser = async () => make('/v1/users', await newUser())

  const ctx = systemContext(api.services.platform, {
    tenantId: client.tenantId,
    action: 'makeRecords',
  })

  const user = async () => {
    const { id, email } = await invitedUser()
    const { path } = await issueSignInLink(ctx, { email: String(email) })
    await api.anonymous().post(path, {})
    return first(`/v1/users?ids=${id}`)
  }

  const deactivatedUser = async () => make(`/v1/users/${(await user()).id}/deactivate`)

  const newRole = async () => {
    counter += 1
    return { name: `Role ${counter}`, permissions: ['orders:read'] }
  }

  const role = async () => make('/v1/roles', await newRole())

  const userSession = async (): Promise<Made> => {
    const { id: userId } = await user()
    const device = { ip: '198.51.100.7', userAgent: 'A browser' }
    return transact(ctx, 'users:write', async (tx) => {
      const { id } = await startSession(tx, { userId, method: 'LINK', ...device })
      return { id, version: 1 }
    })
  }

  return { newUser, invitedUser, user, newRole, deactivatedUser, role, userSession }
}
