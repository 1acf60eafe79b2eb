import type { Context } from '#platform/core/context/context.ts'
import { inTenant } from '#platform/core/records/record-ref.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { loadUsablePasskeys } from '../passkeys/queries.ts'

/** How a signed-in person can prove their identity again. */
type StepUpWay = 'PASSKEY' | 'RECOVERY_CODE' | 'IDENTITY_PROVIDER' | 'LINK' | 'FIRST_PASSKEY'

export interface StepUpWays {
  ways: StepUpWay[]
  passkeys: { credentialId: string; transports: string[] }[]
  /** Set for a person who signed in through an identity provider. */
  ssoConnectionId: string | null
  recoveryCodesLeft: number
}

/**
 * The ways for a person to prove their identity: a passkey or a recovery code, if they have one; the identity
 * provider of the session; otherwise a link by e-mail. A session that awaits its second factor accepts no link,
 * but it accepts a first passkey if there is none.
 */
export const findStepUpWays = (
  ctx: Context,
  { sessionId, awaitsFactor }: { sessionId: string; awaitsFactor: boolean },
): Promise<StepUpWays> =>
  read(ctx, 'passkeys:read', async (reader) => {
    const { db, tenantId, actor } = reader
    const [codes, session, passkeys] = await Promise.all([
      db.recoveryCodes.findFirst({ where: { tenantId, userId: actor.id } }),
      db.userSession.findFirst({ where: inTenant(reader, sessionId) }),
      loadUsablePasskeys(reader, actor.id),
    ])
    const ssoConnectionId = session?.ssoConnectionId ?? null
    const recoveryCodesLeft = codes?.hashes.length ?? 0
    const hasPasskey = passkeys.length > 0
    const ways: StepUpWay[] = [
      ...(hasPasskey ? (['PASSKEY'] as const) : []),
      ...(recoveryCodesLeft > 0 ? (['RECOVERY_CODE'] as const) : []),
      ...(ssoConnectionId === null ? [] : (['IDENTITY_PROVIDER'] as const)),
      ...(hasPasskey || ssoConnectionId !== null
        ? []
        : [awaitsFactor ? ('FIRST_PASSKEY' as const) : ('LINK' as const)]),
    ]
    return { ways, passkeys, ssoConnectionId, recoveryCodesLeft }
  })
