import type { Context } from '#platform/core/context/context.ts'
import { DomainError, processingIsRestricted } from '#platform/core/errors/errors.ts'
import { named } from '#platform/core/context/registry.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { isRestricted } from '../messages/is-restricted.ts'
import { isStillAddressed } from '../messages/is-still-addressed.ts'
import type { Link, LinkPurpose } from './link-purpose.ts'

export const purposeOf = (
  { platform }: Pick<Context, 'platform'>,
  { purpose }: Link,
): LinkPurpose => named(platform.registry.linkPurposes, purpose)

/** The context of a visitor, who can only use the link for its purpose and is identified as the link. */
export const linkContext = (ctx: Omit<Context, 'actor' | 'tenantId'>, link: Link): Context => ({
  ...ctx,
  tenantId: link.tenantId,
  actor: {
    kind: 'ANONYMOUS',
    id: link.id,
    permissions: new Set([purposeOf(ctx, link).permission]),
  },
})

/**
 * A link about a restricted child cannot be used during the restriction, but works afterwards. It ends for a
 * person who is no longer asked, because a guardianship has ended or the person is archived.
 */
export const assertGoing = async (
  reader: Reader,
  { subjectType, subjectId, recipientId }: Link,
) => {
  const told = { subjectType, subjectId, recipientId: recipientId ?? '' }
  if (await isRestricted(reader, told))
    throw processingIsRestricted('The centre accepts no answers to this')
  if (!(await isStillAddressed(reader, told)))
    throw new DomainError(
      'link_expired',
      'The centre no longer needs this answer. If you have questions, contact the centre.',
    )
}
