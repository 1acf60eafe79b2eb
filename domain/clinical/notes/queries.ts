import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context.ts'
import { pageQuery } from '#platform/core/paging.ts'
import { each, recordQueries, type Selection } from '#platform/core/record-queries.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
import { loadSession } from '../sessions/queries.ts'
import { toAddendum, toNoteVersion, toSessionNote } from './schemas.ts'

export const SessionNoteQuery = z.strictObject(pageQuery('-createdAt', 'createdAt'))
export type SessionNoteQuery = z.infer<typeof SessionNoteQuery>

const sessionNotes = recordQueries({
  permission: 'session-notes:read',
  name: 'session note',
  find: ({ db }, selection: Selection<Prisma.SessionNoteWhereInput>) =>
    db.sessionNote.findMany(selection),
  show: each(toSessionNote),
})

export const loadSessionNote = sessionNotes.load
export const getSessionNote = sessionNotes.get
export const listSessionNotes = sessionNotes.listOf(
  loadSession,
  ({ id }: SessionNoteQuery & { id: string }) => ({ sessionId: id }),
)

/** What a draft said earlier, the latest first. */
export const listNoteVersions = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'session-notes:read', async (reader) => {
    await loadSessionNote(reader, id)
    const rows = await reader.db.sessionNoteVersion.findMany({
      where: { tenantId: reader.tenantId, noteId: id },
      orderBy: { version: 'desc' },
    })
    return { data: rows.map(toNoteVersion) }
  })

export const listSessionNoteAddenda = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'session-notes:read', async (reader) => {
    await loadSessionNote(reader, id)
    return { data: (await loadAddenda(reader, id)).map(toAddendum) }
  })

export const loadAddenda = (reader: Reader, noteId: string) =>
  reader.db.sessionNoteAddendum.findMany({
    where: { tenantId: reader.tenantId, noteId },
    orderBy: { number: 'asc' },
  })

export type NoteState = 'MISSING' | 'WRITTEN' | 'NOT_AWAITED'

/**
 * The state of a session's note. A draft is not written; nothing is awaited of a session that has not
 * ended, or of a child that was absent.
 */
export const noteStateOf = async (reader: Reader, sessionId: string): Promise<NoteState> => {
  const [found] = await reader.sql<{ state: NoteState }>(
    `SELECT CASE WHEN EXISTS (SELECT FROM session_notes n
         WHERE n.tenant_id = s.tenant_id AND n.session_id = s.id AND n.status <> 'DRAFT') THEN 'WRITTEN'
       WHEN s.ended_at IS NULL OR s.attendance = 'ABSENT' THEN 'NOT_AWAITED' ELSE 'MISSING' END AS state
     FROM sessions s WHERE s.tenant_id = $1 AND s.id = $2`,
    [reader.tenantId, sessionId],
  )
  return found?.state ?? 'NOT_AWAITED'
}
