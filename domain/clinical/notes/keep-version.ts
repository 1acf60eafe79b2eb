import type { SessionNote } from '#prisma/generated/client.ts'
import type { Transaction } from '#platform/core/transaction.ts'
import { VERSION_WINDOW_MS } from './rules.ts'

/**
 * Keeps what a draft says now. Saves of one person within a minute of its first are one version, so
 * that an editor may save at every pause.
 */
export const keepVersion = async (tx: Transaction, note: SessionNote): Promise<void> => {
  const { subjective, objective, assessment, plan } = note
  const soap = [subjective, objective, assessment, plan]
  const since = new Date(tx.now.getTime() - VERSION_WINDOW_MS)
  const saved = [tx.tenantId, note.id, note.version, ...soap, tx.actor.id, tx.now]
  const grown = await tx.sql(GROW, [...saved, since])
  if (grown.length === 0) await tx.sql(ADD, saved)
}

const GROW = `UPDATE session_note_versions v
  SET version = $3, subjective = $4, objective = $5, assessment = $6, plan = $7, saved_at = $9
  WHERE tenant_id = $1 AND note_id = $2 AND saved_by = $8 AND started_at > $10
    AND version = (SELECT max(version) FROM session_note_versions WHERE tenant_id = $1 AND note_id = $2)
  RETURNING version`

const ADD = `INSERT INTO session_note_versions
    (tenant_id, note_id, version, subjective, objective, assessment, plan, saved_by, started_at, saved_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`
