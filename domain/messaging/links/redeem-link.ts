import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { parseAnswer } from './parse-answer.ts'
import { assertOpen, LINK_USED } from './find-link.ts'
import type { Link, LinkReceipt, StoredFile } from './link-purpose.ts'
import { purposeOf, assertGoing } from './link-context.ts'

/**
 * Redeems a link. Of several simultaneous calls only one succeeds: the use, the effect and the uploaded files
 * are committed together.
 */
export const redeemLink = (
  ctx: Context,
  link: Link,
  input: Record<string, unknown>,
  files: readonly StoredFile[] = [],
): Promise<LinkReceipt> => {
  const purpose = purposeOf(ctx, link)
  return transact(ctx, purpose.permission, async (tx) => {
    const [used] = await tx.sql<{ id: string }>(USE, [tx.tenantId, link.id, tx.now])
    if (!used) {
      assertOpen(link, tx.now)
      throw new DomainError('link_used', LINK_USED)
    }
    await assertGoing(tx, link)
    const answer = parseAnswer(purpose.answer, input)
    tx.changed({ type: 'oneTimeLink', id: link.id }, { usedAt: null }, { usedAt: tx.now })
    for (const file of files) await file.record(tx)
    const { keepsLink, ...receipt } = await purpose.redeem(tx, link, answer)
    if (keepsLink) {
      await tx.sql(KEEP, [tx.tenantId, link.id])
      tx.changed({ type: 'oneTimeLink', id: link.id }, { usedAt: tx.now }, { usedAt: null })
    }
    return receipt
  })
}

const USE = `
  UPDATE one_time_links SET used_at = $3
  WHERE tenant_id = $1 AND id = $2 AND used_at IS NULL AND expires_at > $3 RETURNING id`

const KEEP = 'UPDATE one_time_links SET used_at = NULL WHERE tenant_id = $1 AND id = $2'
