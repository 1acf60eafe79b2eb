import type { Context } from '../context/context.ts'
import { DomainError } from '../errors/errors.ts'
import { addMinutes } from '../time/time.ts'
import type { Reader } from '../transactions/transaction.ts'

/**
 * Maximum age of a proof, in minutes, for changes of one's own sign-in factors. The centre's setting does not
 * apply to them.
 */
export const OWN_CREDENTIALS_MINUTES = 10

/** The same for approving alone what acts for oneself, and for allowing it. */
export const ALONE_MINUTES = 10

/**
 * Refuses a person without a recent proof of identity. API keys and the platform are never refused.
 * @param minutes the maximum age of the proof; by default the centre's setting for signatures and similar
 * actions
 */
export const assertFreshStepUp = async (
  tx: Pick<Reader, 'actor' | 'now' | 'sql' | 'tenantId'> & Pick<Context, 'publicUrl'>,
  minutes?: number,
): Promise<void> => {
  const { kind, authenticatedAt, isDelegated } = tx.actor
  if (kind !== 'USER') return
  const limit = minutes ?? (await minutesOfCentre(tx))
  if (limit === null || (authenticatedAt && addMinutes(authenticatedAt, limit) > tx.now)) return
  const url = urlOf(tx)
  const way = isDelegated
    ? 'A program that acts for you cannot provide it. Sign in yourself and make the request there.'
    : `Provide it at ${url}, then repeat the request.`
  throw stepUpRequired(
    tx,
    limit,
    `This requires a proof of your identity that is at most ${limit} minutes old. ${way}`,
  )
}

/** The error for a change that requires a proof of at most this age in minutes. */
export const stepUpRequired = (
  ctx: Pick<Context, 'publicUrl'>,
  minutes: number,
  detail: string,
): DomainError =>
  new DomainError('step_up_required', detail, { extra: { url: urlOf(ctx), minutes } })

const urlOf = ({ publicUrl }: Pick<Context, 'publicUrl'>): string =>
  new URL('/sign-in/step-up', publicUrl).href

const minutesOfCentre = async (tx: Pick<Reader, 'sql' | 'tenantId'>): Promise<number | null> => {
  const [centre] = await tx.sql<{ minutes: number | null }>(OF_CENTRE, [tx.tenantId])
  return centre?.minutes ?? null
}

const OF_CENTRE = 'SELECT signature_step_up_minutes AS minutes FROM tenants WHERE tenant_id = $1'
