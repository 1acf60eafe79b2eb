import type { Entity } from '#platform/core/records/ids.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { InvalidRow, type Field, type Source } from '../file/fields.ts'

/** The records that a row can name by id, by exact name or by e-mail address, ignoring case. */
const NAMED = {
  child: { field: 'child', what: 'child' },
  provider: { field: 'provider', what: 'provider' },
  service: { field: 'service', what: 'service' },
  location: { field: 'location', what: 'location' },
  room: { field: 'room', what: 'room' },
} as const satisfies Partial<Record<Entity, { field: Field; what: string }>>
type Named = keyof typeof NAMED

interface Candidate {
  given: string
  id: string
  /** A further value: a child's birth date, a room's location, or a location's zone. */
  also: string | null
}

export type Directory = Record<Named, Map<string, Candidate[]>>

/** Loads everything that some rows name, with one statement per kind of record. */
export const loadDirectory = async (
  reader: Reader,
  sources: readonly Source[],
): Promise<Directory> => {
  const load = async (entity: Named) => {
    const given = [
      ...new Set(sources.flatMap((source) => plain(source[NAMED[entity].field]) ?? [])),
    ]
    if (given.length === 0) return new Map<string, Candidate[]>()
    const rows = await reader.sql<Candidate>(FIND[entity], [reader.tenantId, given])
    return Map.groupBy(rows, (row) => row.given)
  }
  const [child, provider, service, location, room] = await Promise.all(
    (Object.keys(NAMED) as Named[]).map(load),
  )
  return { child: child!, provider: provider!, service: service!, location: location!, room: room! }
}

/** The record that a row names; undefined if it names none. */
export const matched = (
  directory: Directory,
  entity: Named,
  source: Source,
  suits: (candidate: Candidate) => boolean = () => true,
): Candidate | undefined => {
  const { field, what } = NAMED[entity]
  const given = plain(source[field])
  if (!given) return undefined
  const found = (directory[entity].get(given) ?? []).filter(suits)
  if (found.length === 1) return found[0]
  if (found.length === 0) {
    const detail = `The centre has no such ${what}. Send the ID, the exact name${BY_MAIL[entity] ?? ''}.`
    throw new InvalidRow(field, 'unknown', detail)
  }
  const ids = found.map(({ id }) => id).slice(0, 5)
  const hint = entity === 'child' ? ', or child_birth_date' : ''
  throw new InvalidRow(
    field,
    'ambiguous',
    `${found.length} records match: ${ids.join(', ')}. Send the ID${hint}.`,
  )
}

const BY_MAIL: Partial<Record<Named, string>> = {
  child: ", or a guardian's e-mail address",
  provider: ' or the e-mail address',
}

/** Normalizes a text for comparison. Ids are already in lower case. */
const plain = (text: string | undefined) => text?.replaceAll(/\s+/g, ' ').toLowerCase()

const find = (table: string, ways: readonly string[], also = 'NULL') =>
  ways
    .map(
      (way) => `
  SELECT ${way} AS given, t.id, ${also} AS also FROM ${table} t
  WHERE t.tenant_id = $1 AND t.archived_at IS NULL AND ${way} = ANY ($2::text[])`,
    )
    .join(' UNION ')

const FIND: Record<Named, string> = {
  child: `${find('children', ['t.id', "lower(t.first_name || ' ' || t.last_name)"], 't.birth_date::text')}
  UNION
  SELECT lower(c.email), t.id, t.birth_date::text
  FROM clients c
  JOIN guardianships g ON g.tenant_id = $1 AND g.client_id = c.id AND g.ended_at IS NULL
  JOIN children t ON t.tenant_id = $1 AND t.id = g.child_id AND t.archived_at IS NULL
  WHERE c.tenant_id = $1 AND lower(c.email) = ANY ($2::text[])`,
  provider: find('providers', ['t.id', 'lower(t.name)', 'lower(t.email)']),
  service: find('services', ['t.id', 'lower(t.name)', 'lower(t.code)']),
  location: find('locations', ['t.id', 'lower(t.name)'], 't.time_zone'),
  room: find('rooms', ['t.id', 'lower(t.name)'], 't.location_id'),
}
