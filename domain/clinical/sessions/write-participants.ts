import { invalid } from '#platform/core/errors/errors.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { Participant } from './schemas.ts'

export interface Whose {
  childId: string
  providerId: string
}

/** Refuses guardians of other children, supervisors who are the provider, and unknown people. */
export const assertParticipants = async (
  tx: Transaction,
  participants: readonly Participant[],
  { childId, providerId }: Whose,
): Promise<void> => {
  const clients: Record<string, string> = {}
  const providers: Record<string, string> = {}
  for (const [index, it] of participants.entries()) {
    if (it.role === 'GUARDIAN') clients[`participants.${index}.clientId`] = it.clientId
    if (it.role === 'SUPERVISOR') providers[`participants.${index}.providerId`] = it.providerId
  }
  await assertReferences(tx, 'provider', providers)
  const own = Object.entries(providers).find(([, id]) => id === providerId)
  if (own)
    throw invalid(
      own[0],
      'same_record',
      'A person cannot supervise themselves. Choose another supervisor.',
    )
  const named = Object.values(clients)
  if (named.length === 0) return
  const rows = await tx.sql<{ id: string }>(GUARDIANS, [tx.tenantId, childId, named])
  const known = new Set(rows.map(({ id }) => id))
  const stranger = Object.entries(clients).find(([, id]) => !known.has(id))
  if (stranger)
    throw invalid(
      stranger[0],
      'not_a_guardian',
      'This client is not a guardian of the child. Add the guardianship, or list the person with the role OTHER.',
    )
}

export const writeParticipants = async (
  tx: Transaction,
  sessionId: string,
  participants: readonly Participant[],
): Promise<void> => {
  await tx.sql(DELETE_PRESENT, [tx.tenantId, sessionId])
  const rows = participants.map((it, position) => ({ position, ...it }))
  if (rows.length > 0) await tx.sql(INSERT_PRESENT, [tx.tenantId, sessionId, JSON.stringify(rows)])
}

/** Includes former guardians, because attendance may lie in the past. */
const GUARDIANS = `
  SELECT DISTINCT client_id AS id FROM guardianships
  WHERE tenant_id = $1 AND child_id = $2 AND client_id = ANY ($3)`

const DELETE_PRESENT = 'DELETE FROM session_participants WHERE tenant_id = $1 AND session_id = $2'

const INSERT_PRESENT = `
  INSERT INTO session_participants (tenant_id, session_id, position, role, client_id, provider_id, title, name)
  SELECT $1, $2, position, role, "clientId", "providerId", title, name
  FROM jsonb_to_recordset($3::jsonb) AS p(position integer, role participant_role, "clientId" text,
    "providerId" text, title text, name text)`
