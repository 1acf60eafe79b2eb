import { invalid, invalidReference } from '#platform/core/errors.ts'
import { assertReferences } from '#platform/core/references.ts'
import type { Transaction } from '#platform/core/transaction.ts'
import { sessionLocked } from './rules.ts'
import type { Present } from './schemas.ts'

interface Whose {
  childId: string
  providerId: string
}

/** Refuses guardians who are not the child's, supervisors who are the provider, and unknown people. */
export const assertPresent = async (
  tx: Transaction,
  present: readonly Present[],
  { childId, providerId }: Whose,
): Promise<void> => {
  const clients: Record<string, string> = {}
  const providers: Record<string, string> = {}
  for (const [index, it] of present.entries()) {
    if (it.role === 'GUARDIAN') clients[`present.${index}.clientId`] = it.clientId
    if (it.role === 'SUPERVISOR') providers[`present.${index}.providerId`] = it.providerId
  }
  await assertReferences(tx, 'provider', providers)
  const own = Object.entries(providers).find(([, id]) => id === providerId)
  if (own) throw invalid(own[0], 'same_provider', 'Nobody supervises themselves.')
  const named = Object.values(clients)
  if (named.length === 0) return
  const rows = await tx.sql<{ id: string }>(GUARDIANS, [tx.tenantId, childId, named])
  const known = new Set(rows.map(({ id }) => id))
  const stranger = Object.entries(clients).find(([, id]) => !known.has(id))
  if (stranger)
    throw invalid(
      stranger[0],
      'not_a_guardian',
      'Not a guardian of the child: add the guardianship, or name the person with the role OTHER.',
    )
}

export const assertGoals = async (
  tx: Transaction,
  goalIds: readonly string[],
  { childId }: Whose,
): Promise<void> => {
  if (goalIds.length === 0) return
  const rows = await tx.sql<{ id: string; childId: string }>(GOALS, [tx.tenantId, goalIds])
  const childOf = new Map(rows.map((goal) => [goal.id, goal.childId]))
  for (const [index, id] of goalIds.entries()) {
    const path = `goalIds.${index}`
    if (!childOf.has(id)) throw invalidReference(path, 'goal')
    if (childOf.get(id) !== childId)
      throw invalid(path, 'other_child', 'The goal is another child’s.')
  }
}

export const writePresent = async (
  tx: Transaction,
  sessionId: string,
  present: readonly Present[],
): Promise<void> => {
  await tx.sql(DELETE_PRESENT, [tx.tenantId, sessionId])
  const rows = present.map((it, position) => ({ position, ...it }))
  if (rows.length > 0) await tx.sql(INSERT_PRESENT, [tx.tenantId, sessionId, JSON.stringify(rows)])
}

export const writeGoals = async (
  tx: Transaction,
  sessionId: string,
  goalIds: readonly string[],
): Promise<void> => {
  await tx.sql(DELETE_GOALS, [tx.tenantId, sessionId])
  if (goalIds.length > 0) await tx.sql(INSERT_GOALS, [tx.tenantId, sessionId, goalIds])
}

/** Refuses when a note of the session is signed, or awaits its second signature. */
export const assertUnsigned = async (
  tx: Transaction,
  sessionId: string,
  members: readonly string[],
): Promise<void> => {
  if (members.length === 0) return
  const [note] = await tx.sql<{ id: string }>(SIGNED, [tx.tenantId, sessionId])
  if (note) throw sessionLocked(note.id, members)
}

/** Also those of earlier: who was present then stays so. */
const GUARDIANS = `
  SELECT DISTINCT client_id AS id FROM guardianships
  WHERE tenant_id = $1 AND child_id = $2 AND client_id = ANY ($3)`

const GOALS = `SELECT id, child_id AS "childId" FROM goals WHERE tenant_id = $1 AND id = ANY ($2)`

const DELETE_PRESENT = 'DELETE FROM session_participants WHERE tenant_id = $1 AND session_id = $2'

const INSERT_PRESENT = `
  INSERT INTO session_participants (tenant_id, session_id, position, role, client_id, provider_id, title, name)
  SELECT $1, $2, position, role, "clientId", "providerId", title, name
  FROM jsonb_to_recordset($3::jsonb) AS p(position integer, role participant_role, "clientId" text,
    "providerId" text, title text, name text)`

const DELETE_GOALS = 'DELETE FROM session_goals WHERE tenant_id = $1 AND session_id = $2'

const INSERT_GOALS = `
  INSERT INTO session_goals (tenant_id, session_id, goal_id) SELECT $1, $2, unnest($3::text[])`

const SIGNED = `
  SELECT id FROM session_notes n WHERE tenant_id = $1 AND session_id = $2 AND therapy.note_is_signed(n) ORDER BY id LIMIT 1`
