import { z } from 'zod'
import type { Context } from '#platform/core/context.ts'
import { notFound } from '#platform/core/errors.ts'
import { pageQuery, paginate } from '#platform/core/paging.ts'
import { inTenant } from '#platform/core/record-ref.ts'
import { read, type Reader } from '#platform/core/transaction.ts'
import { loadSession } from '../sessions/queries.ts'
import { toAddendum, toNoteVersion, toSessionNote } from './schemas.ts'

export const SessionNoteQuery = z.strictObject(pageQuery('-createdAt', 'createdAt'))
export type SessionNoteQuery = z.infer<typeof SessionNoteQuery>

export const getSessionNote = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'session-notes:read', async (reader) =>
    toSessionNote(await loadSessionNote(reader, id)),
  )

export const listSessionNotes = (
  ctx: Context,
  { id, ...query }: { id: string } & SessionNoteQuery,
) =>
  read(ctx, 'session-notes:read', async (reader) => {
    await loadSession(reader, id)
    const filter = { tenantId: reader.tenantId, sessionId: id }
    const ofSession = { ...query, sessionId: id }
    return paginate(
      reader,
      ofSession,
      ({ where, orderBy, take }) =>
        reader.db.sessionNote.findMany({ where: { AND: [filter, where] }, orderBy, take }),
      toSessionNote,
    )
  })

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

export const listAddenda = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'session-notes:read', async (reader) => {
    await loadSessionNote(reader, id)
    return { data: (await loadAddenda(reader, id)).map(toAddendum) }
  })

export const loadAddenda = (reader: Reader, noteId: string) =>
  reader.db.sessionNoteAddendum.findMany({
    where: { tenantId: reader.tenantId, noteId },
    orderBy: { number: 'asc' },
  })

export const loadSessionNote = async (reader: Reader, id: string) => {
  const row = await reader.db.sessionNote.findFirst({ where: inTenant(reader, id) })
  if (!row) throw notFound('session note')
  return row
}

export type NoteState = 'MISSING' | 'WRITTEN' | 'NOT_AWAITED'

/**
 * How the note of a session stands. A draft is not written; nothing is awaited of a session that has not
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
