import { actorFor } from '#platform/core/access/permissions.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import { loadActiveUser } from '#platform/identity/load-active-user.ts'
import { getWorklistEntry } from '../worklist/get-worklist-entry.ts'
import type { WorklistEntry } from '../worklist/schemas.ts'
import { firstNameOf } from '../messages/recipient.ts'
import { open } from '../messages/seal.ts'
import { loadMessagingTerms } from '../messages/settings.ts'
import type { Variables } from '../messages/templates/index.ts'
import type { WaitingLines } from '../messages/waiting-lines.ts'

type Notice = Variables<'worklist.waiting'>

/** Entries that no longer wait, or that the recipient may not see, are missing. */
export const loadWaitingLines = async (ctx: Context, id: string): Promise<WaitingLines> => {
  const { rows, user, timeZone } = await read(ctx, 'messages:read', async (reader) => {
    const { db, tenantId } = reader
    const rows = await db.message.findMany({
      where: { tenantId, status: 'QUEUED', OR: [{ id }, { sentWith: id }] },
    })
    const userId = rows[0]?.recipientId
    const user = userId === undefined ? undefined : await loadActiveUser(reader, { userId })
    return { rows, user, timeZone: (await loadMessagingTerms(reader)).timeZone }
  })
  const found = new Map<string, Line>()
  for (const { id: messageId, sealedVariables } of user ? rows : []) {
    const { entryId } = open(ctx.platform.cipher, messageId, sealedVariables!) as Notice
    const entry = await entryFor(ctx, user!.actors, entryId)
    if (entry) found.set(messageId, shown(entry, timeZone))
  }
  return found
}

type Actors = NonNullable<Awaited<ReturnType<typeof loadActiveUser>>>['actors']

/** By the widest of the recipient's sights that shows it. */
const entryFor = async (
  ctx: Context,
  actors: Actors,
  entryId: string,
): Promise<WorklistEntry | undefined> => {
  for (const actor of new Set([actorFor(actors, ['tasks:read']), ...actors])) {
    try {
      return await getWorklistEntry({ ...ctx, actor }, { entryId })
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
    }
  }
  return undefined
}

type Line = WaitingLines extends ReadonlyMap<string, infer One> ? One : never

/** E-mails show first names only, and nothing that people wrote: that is on the page. */
const shown = (
  { id: entryId, kind, title, child, subject, consequence, dueAt }: WorklistEntry,
  timeZone: string,
): Line => ({
  entryId,
  title: kind === 'TASK' ? '' : title,
  about: [child?.name ? firstNameOf(child.name) : null, subject?.name].filter(Boolean).join(', '),
  consequence,
  dueAt,
  timeZone,
})
