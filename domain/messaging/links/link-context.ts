import type { Context } from '#platform/core/context/context.ts'
import { processingIsRestricted } from '#platform/core/errors/errors.ts'
import { named } from '#platform/core/context/registry.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { isRestricted } from '../messages/is-restricted.ts'
import type { Link, LinkPurpose } from './link-purpose.ts'

export const purposeOf = (
  { platform }: Pick<Context, 'platform'>,
  { purpose }: Link,
): LinkPurpose => named(platform.registry.linkPurposes, purpose)

/** Who follows a link may do what the link is for, and is named by it. */
export const linkContext = (ctx: Omit<Context, 'actor' | 'tenantId'>, link: Link): Context => ({
  ...ctx,
  tenantId: link.tenantId,
  actor: {
    kind: 'ANONYMOUS',
    id: link.id,
    permissions: new Set([purposeOf(ctx, link).permission]),
  },
})

/** What it asks about a child whose data is only kept is not answered now; the link stays usable. */
export const assertGoing = async (
  reader: Reader,
  { subjectType, subjectId, recipientId }: Link,
) => {
  const told = { subjectType, subjectId, recipientId: recipientId ?? '' }
  if (await isRestricted(reader, told))
    throw processingIsRestricted('The centre takes no answers to this')
}
