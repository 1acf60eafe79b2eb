import { DomainError } from '../core/errors/errors.ts'
import { missingToGrant, type Granted } from '../core/access/missing-to-grant.ts'
import type { Transaction } from '../core/transactions/transaction.ts'
import { isOwner } from './is-owner.ts'
import { limitsOf } from './limits-of.ts'

/** A grant to people, with the member of the request that contains it. */
export interface GrantAt {
  path: string
  granted: Granted
}

/** Refuses to grant more than the caller's own rights (core/missing-to-grant.ts). The error lists what is missing. */
export const assertMayGrant = async (
  tx: Transaction,
  grants: readonly GrantAt[],
): Promise<void> => {
  const { actor } = tx
  if (actor.permissions === 'all' || grants.length === 0) return
  const isOwners = grants.some(({ granted }) => granted.role === 'OWNER')
  const grantor = { actor, isOwner: isOwners && (await isOwner(tx)) }
  const lacking = grants.map(({ path, granted }) => ({
    path,
    missing: missingToGrant(grantor, granted),
  }))
  if (lacking.some(({ missing }) => missing.includes('OWNER'))) throw onlyOwners()
  // It would reach further through a person's account.
  const limits = actor.kind === 'API_KEY' ? await limitsOf(tx) : []
  const issues = lacking.flatMap(({ path, missing }) => [
    ...(missing.length > 0
      ? [exceeds(path, `allows ${missing.join(', ')}, for which you do not have permission`)]
      : []),
    ...limits.map((limit) => exceeds(path, limit)),
  ])
  const [first] = issues
  if (!first) return
  throw new DomainError(
    actor.kind === 'USER' ? 'insufficient_role' : 'insufficient_scope',
    `You cannot grant permissions that you do not have. ${first.path}: ${first.message}. Omit it, or ask an owner of the centre.`,
    { issues },
  )
}

/** Only signed-in owners and the operator can create, change and deactivate owners. */
export const onlyOwners = () =>
  new DomainError(
    'insufficient_role',
    'Only a signed-in owner can add or remove owners. Ask an owner or the platform’s operator.',
    { extra: { roles: ['OWNER'] } },
  )

const exceeds = (path: string, message: string) => ({
  path,
  code: 'exceeds_grantor' as const,
  message,
})
