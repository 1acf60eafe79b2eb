import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { isSsoRequired } from '../sign-in/is-sso-required.ts'
import { sendAnotherLink } from '../sign-in/send-sign-in-link.ts'
import { loadUser } from '../users/queries.ts'
import { findStepUpWays } from './find-step-up-ways.ts'

/** Sends a link that renews the requesting session in its browser. For people without a stronger factor. */
export const requestStepUpLink = (
  ctx: Context,
  session: { sessionId: string; awaitsFactor: boolean; browserSecret: string; askedFrom: string },
): Promise<void> =>
  transact(ctx, 'passkeys:write', async (tx) => {
    const { id: userId } = tx.actor
    const { ways } = await findStepUpWays(tx, session)
    if (!ways.includes('LINK') || (await isSsoRequired(tx, await loadUser(tx, userId))))
      throw new DomainError('passkey_refused', 'A link is not sufficient here. Use your passkey.', {
        extra: { ways },
      })
    const { awaitsFactor: _, ...asked } = session
    await sendAnotherLink(tx, { userId, purpose: 'STEP_UP', ...asked })
  })
