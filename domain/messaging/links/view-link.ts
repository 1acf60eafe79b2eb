import type { Context } from '#platform/core/context/context.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { loadMessagingTerms } from '../messages/settings.ts'
import { assertOpen } from './find-link.ts'
import type { Link, LinkView } from './link-purpose.ts'
import { purposeOf, assertGoing } from './link-context.ts'

/**
 * Shows a link's page, empty or with a refused answer. Viewing it does not use the link, because mail scanners
 * view links too.
 */
export const viewLink = (
  ctx: Context,
  link: Link,
  given?: Record<string, unknown>,
): Promise<LinkView & { centre: string }> => {
  const purpose = purposeOf(ctx, link)
  return read(ctx, purpose.permission, async (reader) => {
    assertOpen(link, reader.now)
    await assertGoing(reader, link)
    const { centre } = await loadMessagingTerms(reader)
    return { centre, ...(await purpose.view(reader, link, given)) }
  })
}
