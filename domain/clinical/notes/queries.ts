import { z } from 'zod'
import type { Prisma } from '#prisma/generated/client.ts'
import type { Context } from '#platform/core/context/context.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { anyOf, instantRange, listQuery, within } from '#platform/core/lists/paging.ts'
import { each, given, recordQueries, type Selection } from '#platform/core/lists/record-queries.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import { loadSession } from '../sessions/queries.ts'
import { NoteFormat, NoteStatus } from './rules.ts'
import { include, toAddendum, toNoteVersion, toSessionNote } from './schemas.ts'

const status = anyOf(NoteStatus, 'Returns only notes with this status.')

export const NotesOfSessionQuery = listQuery('sessionNote', ['-createdAt', 'createdAt'], { status })
export type NotesOfSessionQuery = z.infer<typeof NotesOfSessionQuery>

export const SessionNoteQuery = listQuery('sessionNote', ['-createdAt', 'createdAt'], {
  status,
  format: anyOf(NoteFormat, 'Returns only notes in this format.'),
  authorId: z
    .string()
    .regex(/^(?:usr|key)_[0-9a-z]{26}$/, { error: 'must be the ID of a user or an API key' })
    .optional()
    .meta({
      description: 'ID of the user or API key that wrote the note.',
      example: exampleId('user'),
    }),
  supervisorId: idOf('provider').optional().meta({ description: 'Co-signer.' }),
  providerId: idOf('provider').optional().meta({ description: 'Provider who held the session.' }),
  childId: idOf('child').optional().meta({ description: 'Child of the session.' }),
  ...instantRange('sessionStartedAt'),
})
export type SessionNoteQuery = z.infer<typeof SessionNoteQuery>

const sessionNotes = recordQueries({
  permission: 'session-notes:read',
  name: 'session note',
  find: ({ db }, selection: Selection<Prisma.SessionNoteWhereInput>) =>
    db.sessionNote.findMany({ ...selection, include }),
  show: each(toSessionNote),
})

export const loadSessionNote = sessionNotes.load
export const getSessionNote = sessionNotes.get
export const listNotesOfSession = sessionNotes.listOf(
  loadSession,
  ({ id, ...query }: NotesOfSessionQuery & { id: string }) => ({
    sessionId: id,
    ...given(query, 'status'),
  }),
)
export const listSessionNotes = sessionNotes.list((query: SessionNoteQuery) => ({
  ...given(query, 'status', 'format', 'authorId', 'supervisorId'),
  session: {
    ...given(query, 'childId', 'providerId'),
    startedAt: within(query, 'sessionStartedAt'),
  },
}))

/** Earlier versions of a draft, latest first. */
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
 * The state of a session's note. A draft does not count as written. No note is expected for a session in
 * progress or an absent child.
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
