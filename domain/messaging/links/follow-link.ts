import type { Context } from '#platform/core/context.ts'
import { DomainError, processingIsRestricted } from '#platform/core/errors.ts'
import { named } from '#platform/core/registry.ts'
import { read, transact, type Reader } from '#platform/core/transaction.ts'
import { isRestricted } from '../messages/is-restricted.ts'
import { parsed } from './answer.ts'
import { assertOpen } from './find-link.ts'
import type { Link, LinkPurpose, LinkReceipt, LinkView } from './purpose.ts'

const purposeOf = ({ platform }: Pick<Context, 'platform'>, { purpose }: Link): LinkPurpose =>
  named(platform.registry.linkPurposes, purpose)

/** Who follows a link may do what the link is for, and is named by it. */
export const linkContext = (ctx: Omit<Context, 'actor' | 'tenantId'>, link: Link): Context => ({
  ...ctx,
  tenantId: link.tenantId,
  actor: {
    kind: 'anonymous',
    id: link.id,
    permissions: new Set([purposeOf(ctx, link).permission]),
  },
})

/**
 * Shows what the link asks, of who has given nothing yet or a refused answer. Looking uses nothing up:
 * mail scanners look.
 */
export const viewLink = (
  ctx: Context,
  link: Link,
  given?: Record<string, unknown>,
): Promise<LinkView> => {
  const purpose = purposeOf(ctx, link)
  return read(ctx, purpose.permission, async (reader) => {
    assertOpen(link, reader.now)
    await assertGoing(reader, link)
    return purpose.view(reader, link, given)
  })
}

/** Redeems a link. Of several calls at once one succeeds: the use and its effect commit together. */
export const redeemLink = (
  ctx: Context,
  link: Link,
  input: Record<string, unknown>,
): Promise<LinkReceipt> => {
  const purpose = purposeOf(ctx, link)
  return transact(ctx, purpose.permission, async (tx) => {
    const [used] = await tx.sql<{ id: string }>(USE, [tx.tenantId, link.id, tx.now])
    if (!used) {
      assertOpen(link, tx.now)
      throw new DomainError('link_used', 'This link was used already; it works once.')
    }
    await assertGoing(tx, link)
    const answer = parsed(purpose.answer, input)
    tx.changed({ type: 'oneTimeLink', id: link.id }, { usedAt: null }, { usedAt: tx.now })
    const { keepsLink, ...receipt } = await purpose.redeem(tx, link, answer)
    if (keepsLink) {
      await tx.sql(KEEP, [tx.tenantId, link.id])
      tx.changed({ type: 'oneTimeLink', id: link.id }, { usedAt: tx.now }, { usedAt: null })
    }
    return receipt
  })
}

/** What it asks about a child whose data is only kept is not answered now; the link stays usable. */
const assertGoing = async (reader: Reader, { subjectType, subjectId, recipientId }: Link) => {
  const told = { subjectType, subjectId, recipientId: recipientId ?? '' }
  if (await isRestricted(reader, told))
    throw processingIsRestricted('The centre takes no answers to this')
}

const USE = `
  UPDATE one_time_links SET used_at = $3
  WHERE tenant_id = $1 AND id = $2 AND used_at IS NULL AND expires_at > $3 RETURNING id`

const KEEP = 'UPDATE one_time_links SET used_at = NULL WHERE tenant_id = $1 AND id = $2'
