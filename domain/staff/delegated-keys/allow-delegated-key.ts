import { loadTenantSettings } from '#organization/tenants/queries.ts'
import { assertFreshStepUp } from '#platform/core/access/assert-fresh-step-up.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError, invalid } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import { addMinutes } from '#platform/core/time/time.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { hashSecret, randomToken } from '#platform/identity/secrets.ts'
import type { AuthorizationRequest } from './rules.ts'

/** How many minutes a program has to exchange the code for its key. People may copy the code by hand. */
const CODE_MINUTES = 5

/** Records that a signed-in person authorizes a program. Returns the code that it exchanges for its key. */
export const allowDelegatedKey = (
  ctx: Context,
  { codeChallenge, redirectUri, name, scopes, days }: AuthorizationRequest & { days: number },
): Promise<string> =>
  transact(ctx, 'user-sessions:write', async (tx) => {
    const { delegatedKeyLongestDays: longest } = await loadTenantSettings(tx)
    if (longest === 0) throw notAllowed()
    if (!Number.isInteger(days) || days < 1 || days > longest)
      throw invalid('days', 'out_of_range', `days must be between 1 and ${longest}.`)
    await assertFreshStepUp(tx)
    const id = newId('authorizationCode')
    const code = randomToken()
    const { id: userId, through: sessionId } = tx.actor
    const row = await tx.db.authorizationCode.create({
      data: {
        tenantId: tx.tenantId,
        id,
        userId,
        sessionId: sessionId!,
        codeHash: hashSecret(code),
        codeChallenge,
        redirectUri: redirectUri ?? null,
        name,
        scopes,
        days,
        expiresAt: addMinutes(tx.now, CODE_MINUTES),
        createdAt: tx.now,
      },
    })
    tx.created({ type: 'authorizationCode', id }, row)
    return code
  })

export const notAllowed = () =>
  new DomainError(
    'delegation_not_allowed',
    'Your centre does not allow programs to act for people. Ask an administrator to allow it, or use an API key.',
  )
