import { actorFor } from '#platform/core/access/permissions.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import { loadActiveUser } from '#platform/identity/load-active-user.ts'
import { getWorklistEntry } from '../worklist/get-worklist-entry.ts'
import type { WorklistEntry } from '../worklist/schemas.ts'
import { recordOfEntry } from '../worklist/record-of-entry.ts'
import type { WorklistKind } from '../worklist/worklist-kinds.ts'
import { restrictedAmong } from '../follow-ups/restricted-among.ts'
import { firstNameOf } from '../messages/recipient.ts'
import { open } from '../messages/seal.ts'
import type { Variables } from '../messages/templates/index.ts'
import type { WaitingLine, WaitingLines } from '../messages/waiting-lines.ts'

/** Entries that no longer wait, that are restricted, or that the recipient may not see, are missing. */
export const loadWaitingLines = async (ctx: Context, id: string): Promise<WaitingLines> => {
  const { notices, user } = await read(ctx, 'messages:read', async (reader) => {
    const { db, tenantId, platform } = reader
    const rows = await db.message.findMany({
      where: { tenantId, status: 'QUEUED', OR: [{ id }, { sentWith: id }] },
      orderBy: { id: 'asc' },
    })
    const userId = rows[0]?.recipientId
    const user = userId === undefined ? undefined : await loadActiveUser(reader, { userId })
    const notices = rows.flatMap(({ id: messageId, sealedVariables }) => {
      const told = open(
        platform.cipher,
        messageId,
        sealedVariables!,
      ) as Variables<'worklist.waiting'>
      return told.notices.map((notice) => ({ messageId, ...notice }))
    })
    return { notices: await unrestricted(reader, notices), user }
  })
  const entries = new Map<string, WorklistEntry | undefined>()
  const found = new Map<string, WaitingLine[]>()
  for (const { messageId, entryId, stage, inPlaceOf } of user ? notices : []) {
    if (!entries.has(entryId)) entries.set(entryId, await entryFor(ctx, user!.actors, entryId))
    const entry = entries.get(entryId)
    if (!entry) continue
    const line = { ...shown(entry), stage }
    found.set(messageId, [...(found.get(messageId) ?? []), { line, inPlaceOf }])
  }
  return found
}

/** The notices about children whose data may be processed. */
const unrestricted = async <Told extends { entryId: string }>(
  reader: Reader,
  notices: readonly Told[],
): Promise<Told[]> => {
  const records = notices.map(({ entryId }) => recordOfEntry(entryId))
  const restricted = await restrictedAmong(reader, records)
  return notices.filter((_, index) => !restricted.has(records[index]!))
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

/** Kinds whose name people wrote, or names a family or a diagnosis. */
const NAMED_ON_PAGE_ONLY: ReadonlySet<WorklistKind> = new Set<WorklistKind>([
  'APPOINTMENT_IMPORT_TO_RUN',
  'APPOINTMENT_TO_CONFIRM',
  'ASSESSMENT_TO_COMPLETE',
  'GOAL_REVIEW_TO_ANSWER',
  'INVOICE_TO_ISSUE',
  'KNOWLEDGE_DOCUMENT_FAILED',
])

/** E-mails show first names of children only, and nothing that people wrote: that is on the page. */
const shown = ({
  id: entryId,
  kind,
  followUpKind,
  child,
  subject,
  dueAt,
  dueOn,
}: WorklistEntry): Omit<WaitingLine['line'], 'stage'> => ({
  entryId,
  kind,
  followUpKind,
  about: [
    child?.name ? firstNameOf(child.name) : null,
    NAMED_ON_PAGE_ONLY.has(kind) ? null : subject?.name,
  ]
    .filter(Boolean)
    .join(', '),
  dueAt,
  dueOn,
})
