import { assertSecondPerson } from '../core/access/assert-second-person.ts'
import type { Permission } from '../core/access/permissions.ts'
import type { Transaction } from '../core/transactions/transaction.ts'
import { isOwner } from '../identity/is-owner.ts'
import { SIGNING_SCOPE, type Signing } from './rules.ts'

/**
 * What owners can grant although they lack it: that a key signs as one provider, but not as the owner. The key
 * cannot pass this on.
 */
export const signingGrantable = async (
  tx: Transaction,
  { scopes, providerId }: Signing,
): Promise<Permission[]> => {
  const { actor } = tx
  if (actor.kind !== 'USER' || providerId === null || !scopes.includes(SIGNING_SCOPE)) return []
  if (!(await isOwner(tx))) return []
  await assertSecondPerson(
    tx,
    [providerId],
    'You cannot let a key sign as yourself. Ask another owner or the platform’s operator to do so, or sign the documents yourself.',
    { alone: { permission: 'api-keys:write', since: null } },
  )
  return [`${SIGNING_SCOPE}:write`]
}
