import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { sessionLocked } from './rules.ts'

/** Refuses the change if a note of the session is signed or awaits its second signature. */
export const assertUnsigned = async (
  tx: Transaction,
  sessionId: string,
  members: readonly string[],
): Promise<void> => {
  if (members.length === 0) return
  const [note] = await tx.sql<{ id: string }>(SIGNED, [tx.tenantId, sessionId])
  if (note) throw sessionLocked(note.id, members)
}

const SIGNED = `
  SELECT id FROM session_notes n WHERE tenant_id = $1 AND session_id = $2 AND therapy.note_is_signed(n) ORDER BY id LIMIT 1`
