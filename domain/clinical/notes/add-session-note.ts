import type { Context } from '#platform/core/context/context.ts'
import { newId } from '#platform/core/records/ids.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { loadNoteTemplate } from '../note-templates/queries.ts'
import { toNoteTemplate } from '../note-templates/schemas.ts'
import { templateText } from '../note-templates/template-text.ts'
import { loadSession } from '../sessions/queries.ts'
import { noteFacts } from './note-facts.ts'
import { keepVersion } from './keep-version.ts'
import { beginningText, formatOf } from './note-text.ts'
import {
  include,
  textColumns,
  toSessionNote,
  type CreateSessionNote,
  type SessionNote,
} from './schemas.ts'
import { signatureFollows, signed } from './sign-session-note.ts'
import { noteEvents } from './events.ts'

/**
 * Adds a note to a session, as a draft or signed immediately. The caller is its author. Omitted sections start
 * with the template's text.
 */
export const addSessionNote = (
  ctx: Context,
  { id, note: { sign, format: given, ...input } }: { id: string; note: CreateSessionNote },
): Promise<SessionNote> =>
  transact(ctx, 'session-notes:write', async (tx) => {
    if (sign) await lockRecord(tx, 'sessions', id)
    const session = await loadSession(tx, id)
    const { templateId = null, ...texts } = input
    await assertReferences(tx, 'noteTemplate', { templateId })
    const template =
      templateId === null ? null : toNoteTemplate(await loadNoteTemplate(tx, templateId))
    const format = formatOf(given, template)
    const text = beginningText(format, templateText(format, template), texts)
    const row = await tx.db.sessionNote.create({
      data: {
        ...freshRecord(tx, newId('sessionNote')),
        ...textColumns(text),
        format,
        templateId,
        status: 'DRAFT',
        ...(sign && (await signed(tx, { text, format, templateId }, session.providerId))),
        sessionId: session.id,
        authorId: tx.actor.id,
      },
      include,
    })
    const subject = { type: 'sessionNote', id: row.id } as const
    tx.created(subject, row)
    tx.emit(noteEvents['session.note_added'], subject, await noteFacts(tx, row))
    if (sign) await signatureFollows(tx, row)
    else await keepVersion(tx, row)
    return toSessionNote(row)
  })
