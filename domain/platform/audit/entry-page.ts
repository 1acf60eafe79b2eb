import type { Sql, Statement } from '../identity/system-sql.ts'
import {
  ENTRY_TEXT,
  entryText,
  ID_POSITION,
  SEQ_POSITION,
  XID_POSITION,
  type EntryText,
} from './entry-hash.ts'

/** The entries of a tenant that transactions in a half-open range have written. */
export interface EntryRange {
  tenantId: string
  fromXid: string
  untilXid: string
}

const first = (range: EntryRange, limit: number) => [
  range.tenantId,
  range.fromXid,
  range.untilXid,
  limit,
]

const next = (range: EntryRange, limit: number, last: EntryText) => [
  range.tenantId,
  last[XID_POSITION],
  range.untilXid,
  limit,
  last[SEQ_POSITION],
  last[ID_POSITION],
]

/**
 * One page in the order of (xid, seq), after `last` if it is given. The id breaks ties, which the database does
 * not exclude.
 */
export const entryPage = async (
  sql: Sql,
  range: EntryRange,
  limit: number,
  last?: EntryText,
): Promise<EntryText[]> => {
  const rows = last
    ? await sql<EntryRow>(NEXT_PAGE, next(range, limit, last))
    : await sql<EntryRow>(FIRST_PAGE, first(range, limit))
  return rows.map(entryText)
}

type EntryRow = Record<string, string | null>

/** All entries of a range, page by page. */
export async function* entryPages(
  sql: Sql,
  range: EntryRange,
  limit: number,
  last?: EntryText,
): AsyncGenerator<EntryText[]> {
  for (;;) {
    const page = await entryPage(sql, range, limit, last)
    if (page.length > 0) yield page
    if (page.length < limit) return
    last = page.at(-1)
  }
}

const page = (name: string, beyond: string): Statement => ({
  name,
  text: `SELECT ${ENTRY_TEXT} FROM audit_entries
    WHERE tenant_id = $1 AND ${beyond} AND xid < $3::xid8
    ORDER BY xid, seq, id COLLATE "C" LIMIT $4`,
})

const FIRST_PAGE = page('audit_entries_first', 'xid >= $2::xid8')
const NEXT_PAGE = page(
  'audit_entries_next',
  'xid >= $2::xid8 AND (xid, seq, id COLLATE "C") > ($2::xid8, $5::bigint, $6)',
)
