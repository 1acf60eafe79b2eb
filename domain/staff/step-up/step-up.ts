import type { Context } from '#platform/core/context/context.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { refusePasskey } from '../passkeys/refuse-passkey.ts'
import type { PasskeyAssertion } from '../passkeys/schemas.ts'
import { usePasskey } from '../passkeys/use-passkey.ts'
import { useRecoveryCode } from '../passkeys/use-recovery-code.ts'
import type { StartedSession } from '../user-sessions/start-session.ts'
import { renewSession } from '../user-sessions/renew-session.ts'

/** How a person proves their identity again. */
export type StepUpProof =
  | { recoveryCode: string }
  | { assertion: PasskeyAssertion; challenge: string; publicUrl: string }

/** Renews a session with a passkey or a recovery code of its user, which also counts as a second factor. */
export const stepUp = (
  ctx: Context,
  { sessionId, proof }: { sessionId: string; proof: StepUpProof },
): Promise<StartedSession> =>
  transact(ctx, 'passkeys:write', async (tx) => {
    const { id: userId } = tx.actor
    await lockRecord(tx, 'users', userId)
    if ('recoveryCode' in proof) await useRecoveryCode(tx, { userId, code: proof.recoveryCode })
    else {
      const passkey = await tx.db.passkey.findFirst({
        where: { tenantId: tx.tenantId, credentialId: proof.assertion.id },
      })
      if (!passkey) throw refusePasskey('PASSKEY_UNKNOWN')
      await usePasskey(tx, { id: passkey.id, userId }, proof)
    }
    return renewSession(tx, { id: sessionId, answersFactor: true })
  })
