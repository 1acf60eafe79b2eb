import { systemContext } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { allowDelegatedKey } from '#staff/delegated-keys/allow-delegated-key.ts'
import { issueSignInLink } from '#staff/sign-in/issue-sign-in-link.ts'
import { replaceCodes } from '#staff/passkeys/replace-recovery-codes.ts'
import { startSession } from '#staff/user-sessions/start-session.ts'
import type { Made, Records } from './records.ts'

let counter = 0

/** Users, custom roles, sessions. */
export const createStaff = ({ make, byOwner, first, api, client }: Records) => {
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

  const userAbsence = async () =>
    make('/v1/absences', {
      userId: (await user()).id,
      deputyId: (await user()).id,
      endsAt: '2027-01-04T09:00:00+01:00',
    })

  const deactivatedUser = async () => make(`/v1/users/${(await user()).id}/deactivate`)

  const newRole = async () => {
    counter += 1
    return { name: `Role ${counter}`, permissions: ['orders:read'] }
  }

  const role = async () => make('/v1/roles', await newRole())

  const newSsoConnection = () => {
    counter += 1
    return {
      name: 'Entra ID',
      issuer: 'https://1.1.1.1/tenant/v2.0',
      clientId: 'therapy',
      clientSecret: 'kept-to-itself',
      emailDomains: [`staff${counter}.example.org`],
      roleClaim: 'groups',
      roleMappings: [{ value: 'front-desk', roles: ['SCHEDULER'] }],
    }
  }

  const ssoConnection = () => byOwner('/v1/sso-connections', newSsoConnection())

  const archivedSsoConnection = async () =>
    byOwner(`/v1/sso-connections/${(await ssoConnection()).id}/archive`)

  /** A connection whose domain has the verifying record. */
  const provableSsoConnection = async (): Promise<Made & { domain: string }> => {
    const made = await ssoConnection()
    const [{ domain, recordName, recordValue }] = made['domains'] as [Record<string, string>]
    api.names.publish(recordName!, recordValue!)
    return { ...made, domain: domain! }
  }

  const provedSsoConnection = async (): Promise<void> => {
    const { id, domain } = await provableSsoConnection()
    await byOwner(`/v1/sso-connections/${id}/prove-domain`, { domain })
  }

  const ssoSignIn = async (): Promise<void> => {
    const { id: connectionId } = await ssoConnection()
    await transact(ctx, 'users:write', async (tx) => {
      const id = newId('ssoSignIn')
      const hashes = { stateHash: id, browserHash: id, sealedSecrets: '' }
      const times = { expiresAt: tx.now, createdAt: tx.now }
      await tx.db.ssoSignIn.create({
        data: { tenantId: tx.tenantId, id, connectionId, ...hashes, ...times },
      })
      tx.created({ type: 'ssoSignIn', id }, { connectionId })
    })
  }

  const authorizationCode = async (): Promise<void> => {
    const session = await userSession()
    const { userId } = await first(`/v1/user-sessions?ids=${session.id}`)
    const actor = {
      kind: 'USER',
      id: String(userId),
      through: session.id,
      permissions: 'all',
    } as const
    await allowDelegatedKey(
      { ...ctx, actor },
      {
        codeChallenge: session.id,
        redirectUri: undefined,
        state: undefined,
        name: 'therapy',
        scopes: ['bookings'],
        days: 1,
      },
    )
  }

  const userSession = async (): Promise<Made> => {
    const { id: userId } = await user()
    const device = { ip: '198.51.100.7', userAgent: 'A browser' }
    return transact(ctx, 'users:write', async (tx) => {
      const { id } = await startSession(tx, { userId, method: 'LINK', ...device })
      return { id, version: 1 }
    })
  }

  const passkey = async (): Promise<Made> => {
    const { id: userId } = await user()
    return transact(ctx, 'passkeys:write', async (tx) => {
      const id = newId('passkey')
      const row = {
        ...freshRecord(tx, id),
        userId,
        credentialId: id,
        publicKey: '',
        signCount: 0,
        name: 'Laptop',
        transports: ['internal'],
        isBackedUp: false,
      }
      await tx.db.passkey.create({ data: row })
      await replaceCodes(tx, userId)
      tx.created({ type: 'passkey', id }, row)
      return { id, version: 1 }
    })
  }

  return {
    newUser,
    invitedUser,
    user,
    newRole,
    userAbsence,
    deactivatedUser,
    role,
    newSsoConnection,
    ssoConnection,
    provedSsoConnection,
    archivedSsoConnection,
    provableSsoConnection,
    ssoSignIn,
    userSession,
    authorizationCode,
    passkey,
  }
}
