import type { Context } from '../context/context.ts'
import { DomainError } from '../errors/errors.ts'
import { addMinutes } from '../time/time.ts'
import type { Reader } from '../transactions/transaction.ts'

/** Of changes of what somebody signs in with, whatever the centre says. */
export const OWN_CREDENTIALS_MINUTES = 10

/**
 * Refuses a person who has not lately proved who they are. API keys and the platform itself are never refused.
 * @param minutes how lately; left out, what the centre wants for signatures and what weighs as much
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
    ? 'A program that acts for you cannot give it: sign in, and do it there.'
    : `Give it at ${url}, then ask again.`
  throw stepUpRequired(
    tx,
    limit,
    `This takes a proof of who you are that is not older than ${limit} minutes. ${way}`,
  )
}

/** The refusal of a change that takes a proof which is not older than so many minutes. */
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
