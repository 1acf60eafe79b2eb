import { z } from 'zod'
import type { Context } from '../core/context.ts'
import { notFound } from '../core/errors.ts'
import { idOf } from '../core/ids.ts'
import { instantRange, pageQuery, paginate, within } from '../core/paging.ts'
import { inTenant } from '../core/record-ref.ts'
import { read, type Reader } from '../core/transaction.ts'
import { toSessionNote } from './note-schemas.ts'
import { toSession } from './schemas.ts'

export const SessionQuery = z.strictObject({
  ...pageQuery('-createdAt', 'createdAt', 'startedAt', '-startedAt'),
  childId: idOf('child').optional(),
  providerId: idOf('provider').optional(),
  appointmentId: idOf('appointment').optional(),
  ...instantRange('startedAt'),
})
export type SessionQuery = z.infer<typeof SessionQuery>

export const SessionNoteQuery = z.strictObject(pageQuery('-createdAt', 'createdAt'))
export type SessionNoteQuery = z.infer<typeof SessionNoteQuery>

export const getSession = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'sessions:read', async (reader) => toSession(await loadSession(reader, id)))

export const listSessions = (ctx: Context, query: SessionQuery) =>
  read(ctx, 'sessions:read', (reader) => {
    const { childId, providerId, appointmentId } = query
    const filter = {
      tenantId: reader.tenantId,
      ...(childId && { childId }),
      ...(providerId && { providerId }),
      ...(appointmentId && { appointmentId }),
      startedAt: within(query, 'startedAt'),
    }
    return paginate(
      reader,
      query,
      ({ where, orderBy, take }) =>
        reader.db.session.findMany({ where: { AND: [filter, where] }, orderBy, take }),
      toSession,
    )
  })

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

export const loadSession = async (reader: Reader, id: string) => {
  const row = await reader.db.session.findFirst({ where: inTenant(reader, id) })
  if (!row) throw notFound('session')
  return row
}

export const loadSessionNote = async (reader: Reader, id: string) => {
  const row = await reader.db.sessionNote.findFirst({ where: inTenant(reader, id) })
  if (!row) throw notFound('session note')
  return row
}
