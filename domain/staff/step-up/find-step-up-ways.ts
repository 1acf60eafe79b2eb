import type { Context } from '#platform/core/context/context.ts'
import { inTenant } from '#platform/core/records/record-ref.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { loadUsablePasskeys } from '../passkeys/queries.ts'

/** How a signed-in person can prove their identity again. */
type StepUpWay = 'PASSKEY' | 'RECOVERY_CODE' | 'IDENTITY_PROVIDER' | 'LINK' | 'FIRST_PASSKEY'

export interface StepUpWays {
  ways: StepUpWay[]
  passkeys: { credentialId: string; transports: string[] }[]
  /** For a person signed in by an identity provider. */
  ssoConnectionId: string | null
  recoveryCodesLeft: number
}

/**
 * A passkey or recovery code, if they have one; the session's identity provider; else a link by e-mail. A
 * session awaiting its factor accepts no link, but a first passkey if there is none.
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
