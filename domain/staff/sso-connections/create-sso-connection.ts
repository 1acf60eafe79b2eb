import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import type { AllowedIssuer } from './allowed-issuer.ts'
import { assertMayConnect, assertRoles } from './assert-roles.ts'
import { sealClientSecret } from './seal-client-secret.ts'
import { toSsoConnection, type CreateSsoConnection, type SsoConnection } from './schemas.ts'

/** Creates a connection. Its domains are not verified until `proveSsoDomain`: they have no effect and block nobody. */
export const createSsoConnection = (
  ctx: Context,
  { clientSecret, ...input }: CreateSsoConnection,
  issuer: AllowedIssuer,
): Promise<SsoConnection> =>
  transact(ctx, 'sso-connections:write', async (tx) => {
    await assertMayConnect(tx)
    await assertRoles(tx, input)
    const id = newId('ssoConnection')
    const sealedClientSecret = sealClientSecret(tx.platform.cipher, id, clientSecret)
    const row = await tx.db.ssoConnection.create({
      data: { ...freshRecord(tx, id), ...input, issuer, sealedClientSecret, domainProofs: [] },
    })
    tx.created({ type: 'ssoConnection', id }, row)
    return toSsoConnection(row)
  })
