import type { Context } from '#platform/core/context/context.ts'
import { dateText } from '#platform/core/time/time.ts'
import { read, type Reader } from '#platform/core/transactions/transaction.ts'
import { loadChild } from './queries.ts'
import { dateColumn } from '#platform/core/time/time.ts'
import { searchWords, similarDates } from './rules.ts'
import { toChild, type DuplicateReason } from './schemas.ts'
import { findByName } from './search-children.ts'

type Reason = (typeof DuplicateReason)[number]

/** How similar names must be, depending on the other evidence. */
const NAME = { withDate: 0.3, withGuardian: 0.3, alone: 0.8 }
const MOST = 20

/**
 * Possible duplicates: children with a similar name and the same birth date, a mistyped one, or a common
 * guardian; or children with a nearly equal name.
 */
export const findDuplicates = (ctx: Context, { id }: { id: string }) =>
  read(ctx, 'children:read', async (reader) => {
    const child = await loadChild(reader, id)
    const birthDate = dateText(child.birthDate)
    const similar = similarDates(birthDate)
    const byName = await findByName(reader, 'children', searchWords(child.searchName))
    const candidates = await reader.sql<Candidate>(CANDIDATES, [
      reader.tenantId,
      id,
      child.searchName,
      [birthDate, ...similar].map(dateColumn),
      byName.map((match) => match.id),
    ])
    const judged = candidates
      .map((it) => ({ id: it.id, ...judge(it, birthDate, new Set(similar)) }))
      .filter(({ reasons }) => reasons.length > 1 || reasons.includes('similar_name'))
      .toSorted((a, b) => b.score - a.score || a.id.localeCompare(b.id))
      .slice(0, MOST)
    return { data: await withChildren(reader, judged) }
  })

interface Candidate {
  id: string
  birthDate: Date
  likeness: number
  guardian: boolean
}

const judge = (candidate: Candidate, birthDate: string, similar: ReadonlySet<string>) => {
  const date = dateText(candidate.birthDate)
  const { likeness, guardian } = candidate
  const dateReason: Reason | undefined =
    date === birthDate ? 'same_birth_date' : similar.has(date) ? 'similar_birth_date' : undefined
  const enough = dateReason ? NAME.withDate : guardian ? NAME.withGuardian : NAME.alone
  const reasons: Reason[] = []
  if (likeness >= enough) {
    reasons.push('similar_name')
    if (dateReason) reasons.push(dateReason)
    if (guardian) reasons.push('same_guardian')
  }
  const dateShare = { same_birth_date: 0.3, similar_birth_date: 0.2 }
  const score = 0.6 * likeness + (guardian ? 0.1 : 0) + (dateReason ? dateShare[dateReason] : 0)
  return { reasons, score: Number(Math.min(1, score).toFixed(3)) }
}

const withChildren = async <Judged extends { id: string }>(
  reader: Reader,
  judged: readonly Judged[],
) => {
  const rows = await reader.db.child.findMany({
    where: { tenantId: reader.tenantId, id: { in: judged.map(({ id }) => id) } },
  })
  const children = new Map(rows.map((row) => [row.id, toChild(row)]))
  return judged.map(({ id, ...rest }) => ({ ...rest, child: children.get(id)! }))
}

const CANDIDATES = `
  SELECT c.id, c.birth_date AS "birthDate", similarity(c.search_name, $3) AS likeness,
    EXISTS (SELECT FROM guardianships a JOIN guardianships b ON b.tenant_id = a.tenant_id AND b.client_id = a.client_id
      WHERE a.tenant_id = c.tenant_id AND a.child_id = c.id AND b.child_id = $2) AS guardian
  FROM children c
  WHERE c.tenant_id = $1 AND c.id <> $2 AND c.archived_at IS NULL
    AND (c.birth_date = ANY ($4::date[]) OR c.id = ANY ($5) OR c.id IN (
      SELECT a.child_id FROM guardianships a JOIN guardianships b ON b.tenant_id = a.tenant_id AND b.client_id = a.client_id
      WHERE a.tenant_id = $1 AND b.child_id = $2))`
