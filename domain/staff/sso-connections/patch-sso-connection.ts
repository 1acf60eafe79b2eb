import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import type { AllowedIssuer } from './allowed-issuer.ts'
import { assertMayConnect, assertRoles } from './assert-roles.ts'
import { sealClientSecret } from './seal-client-secret.ts'
import { ssoConnectionRecord } from './record.ts'
import { proofsOf, RoleMappings, type PatchSsoConnection } from './schemas.ts'

/**
 * Changes a connection. The change applies from the next sign-in; open sessions are kept. A removed domain
 * loses its verification.
 */
export const patchSsoConnection = (
  ctx: Context,
  { patch, ...ref }: RecordRef & { patch: Omit<PatchSsoConnection, 'issuer'> },
  issuer?: AllowedIssuer,
) =>
  changeRecord(ctx, ref, ssoConnectionRecord, {
    fields: async (before, tx) => {
      await assertMayConnect(tx)
      const { clientSecret, ...fields } = patch
      await assertRoles(tx, {
        defaultRoles: fields.defaultRoles ?? before.defaultRoles,
        roleMappings: fields.roleMappings ?? fromJson(RoleMappings, before.roleMappings),
      })
      return {
        ...fields,
        ...(issuer !== undefined && { issuer }),
        ...(fields.emailDomains && {
          domainProofs: proofsOf(before).filter(({ domain }) =>
            fields.emailDomains!.includes(domain),
          ),
        }),
        ...(clientSecret !== undefined && {
          sealedClientSecret: sealClientSecret(tx.platform.cipher, ref.id, clientSecret),
        }),
      }
    },
  })
