import type { SessionNote } from '#prisma/generated/client.ts'
import { jsonText } from '#platform/core/sql/insert-into.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { VERSION_WINDOW_MS } from './rules.ts'

/**
 * Saves a version of a draft. All saves by one person within a minute of the first one are one version, so that
 * editors can save continuously.
 */
export const keepVersion = async (tx: Transaction, note: SessionNote): Promise<void> => {
  const { subjective, objective, assessment, plan, sections } = note
  const since = new Date(tx.now.getTime() - VERSION_WINDOW_MS)
  const grown = await tx.sql(GROW, [
    tx.tenantId,
    note.id,
    note.version,
    subjective,
    objective,
    assessment,
    plan,
    tx.actor.id,
    tx.now,
    since,
    jsonText(sections),
  ])
  if (grown.length > 0) return
  await tx.insert('session_note_versions', {
    tenantId: tx.tenantId,
    noteId: note.id,
    version: note.version,
    subjective,
    objective,
    assessment,
    plan,
    sections: jsonText(sections),
    savedBy: tx.actor.id,
    startedAt: tx.now,
    savedAt: tx.now,
  })
}

const GROW = `UPDATE session_note_versions v
  SET version = $3, subjective = $4, objective = $5, assessment = $6, plan = $7, sections = $11::jsonb,
    saved_at = $9
  WHERE tenant_id = $1 AND note_id = $2 AND saved_by = $8 AND started_at > $10
    AND version = (SELECT max(version) FROM session_note_versions WHERE tenant_id = $1 AND note_id = $2)
  RETURNING version`
