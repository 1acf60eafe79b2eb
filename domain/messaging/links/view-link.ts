import type { Context } from '#platform/core/context.ts'
import { read } from '#platform/core/transaction.ts'
import { assertOpen } from './find-link.ts'
import type { Link, LinkView } from './link-purpose.ts'
import { purposeOf, assertGoing } from './link-context.ts'

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
