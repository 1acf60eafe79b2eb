import { can, ownProviderOf } from '#platform/core/access/permissions.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { comparableText } from './comparable-text.ts'
import { MOST_CHOICES } from './rules.ts'
import type { QuestionContext } from './schemas.ts'

/** A record that a question names. */
export interface NamedRecord {
  type: 'child' | 'provider' | 'location'
  id: string
  /** As it is said in sentences: the first name of a child. */
  called: string
  name: string
}

/** The only record with a name; otherwise the records among which the caller must choose, which may be none. */
export type Resolved = { found: NamedRecord } | { choices: NamedRecord[] }

interface Asked {
  /** A name or a pronoun; null if the question names nobody. */
  text: string | null
  /** Who can be meant. */
  types: readonly ('child' | 'provider')[]
  childId?: string | undefined
  context?: QuestionContext | undefined
  /** The location whose children can be meant; null for all whom the caller can see. */
  locationId: string | null
}

const SELF = new Set(['i', 'me', 'my', 'we', 'ich', 'mein', 'meine', 'meinen', 'yo', 'mi', 'tengo'])
const THAT_PERSON = new Set(
  [
    ['she', 'he', 'they', 'her', 'his', 'him', 'their', 'the child', 'this child', 'the kid'],
    ['sie', 'er', 'ihr', 'ihre', 'sein', 'seine', 'das kind', 'dieses kind', 'dem kind'],
    ['ella', 'el', 'su', 'el nino', 'la nina', 'este nino', 'esta nina'],
  ].flat(),
)

/** Whether a word stands for the person who asks or for the child of the question. */
export const isPronoun = (text: string): boolean => SELF.has(text) || THAT_PERSON.has(text)

/**
 * The child or provider whom a question is about, among those whom the caller can see. A person whom the caller
 * cannot see gives the same result as a name that nobody has.
 */
export const resolvePerson = async (
  reader: Reader,
  { text, types, childId, context = {}, locationId }: Asked,
): Promise<Resolved> => {
  const children = types.includes('child')
  const providers = types.includes('provider')
  const own = ownProviderOf(reader.actor)
  if (text !== null && SELF.has(text))
    return only(providers && own ? await loadProviders(reader, [own]) : [])
  const chosen = [
    children ? (childId ?? context.childId) : null,
    providers ? context.providerId : null,
  ]
  if (text === null || isPronoun(text.replace(/'s$/, ''))) {
    const [first] = chosen.filter((id) => id !== null && id !== undefined)
    if (first === undefined) return { choices: [] }
    return only([
      ...(await ofLocation(reader, locationId, await loadChildren(reader, [first]))),
      ...(await loadProviders(reader, [first])),
    ])
  }
  for (const name of formsOf(text)) {
    const named = [
      ...(children ? await ofLocation(reader, locationId, await findChildren(reader, name)) : []),
      ...(providers && can(reader.actor, 'providers:read')
        ? await findProviders(reader, name)
        : []),
    ]
    const selected = named.filter(({ id }) => chosen.includes(id))
    if (named.length > 0) return only(selected.length === 1 ? selected : named)
  }
  return { choices: [] }
}

/** The location that a question names, among those of the centre. */
export const resolveLocation = async (
  reader: Reader,
  text: string,
  { locationId }: QuestionContext = {},
): Promise<Resolved> => {
  const rows = await reader.db.location.findMany({
    where: { tenantId: reader.tenantId, archivedAt: null },
    select: { id: true, name: true },
    orderBy: { id: 'asc' },
    take: MOST_SEARCHED,
  })
  const named = rows
    .filter(({ name }) => isNamed(name, text.replace(OF_A_LOCATION, '')))
    .map(({ id, name }): NamedRecord => ({ type: 'location', id, called: name, name }))
  const selected = named.filter(({ id }) => id === locationId)
  return only(selected.length === 1 ? selected : named)
}

/** Loads a location that is known by its id. */
export const loadNamedLocation = async (reader: Reader, id: string): Promise<Resolved> => {
  const row = await reader.db.location.findFirst({ where: { tenantId: reader.tenantId, id } })
  return only(row ? [{ type: 'location', id, called: row.name, name: row.name }] : [])
}

const OF_A_LOCATION = /^(?:the )| (?:location|site|office|cent(?:re|er))$/g

/** Maximum number of providers or locations among which a name is searched. */
const MOST_SEARCHED = 2_000

const only = (named: NamedRecord[]): Resolved => {
  const [found, ...others] = named
  return found && others.length === 0 ? { found } : { choices: named.slice(0, MOST_CHOICES) }
}

/** A name as it was written, and without the ending of a genitive: `Mia's`, `Mias`, `Jonas'`. */
const formsOf = (text: string): string[] => [
  ...new Set([text, text.replace(/'s?$/, ''), text.replace(/'?s$/, '')].filter(Boolean)),
]

const TITLES = new Set(['dr', 'mr', 'mrs', 'ms', 'miss', 'herr', 'frau', 'senor', 'senora'])

const wordsOf = (text: string): string[] =>
  comparableText(text)
    .split(/[\s.,]+/)
    .filter((word) => word !== '' && !TITLES.has(word))

/** Whether every word of a text is a word of the name. */
const isNamed = (name: string, text: string): boolean => {
  const words = new Set(wordsOf(name))
  const asked = wordsOf(text)
  return asked.length > 0 && asked.every((word) => words.has(word))
}

interface ChildName {
  id: string
  firstName: string
  lastName: string
}

const toChild = ({ id, firstName, lastName }: ChildName): NamedRecord => ({
  type: 'child',
  id,
  called: firstName,
  name: `${firstName} ${lastName}`,
})

const findChildren = async (reader: Reader, text: string): Promise<NamedRecord[]> => {
  const words = wordsOf(text)
  const longest = words.toSorted((a, b) => b.length - a.length)[0]?.replaceAll(/[%_\\]/g, '')
  if (!longest) return []
  const rows = await reader.sql<ChildName>(CHILDREN, [reader.tenantId, longest, MOST_FOUND])
  return rows.map(toChild).filter(({ name }) => isNamed(name, text))
}

/** Children whose names contain the word, those with exactly this word first. */
const MOST_FOUND = 50
const CHILDREN = `
  SELECT id, first_name AS "firstName", last_name AS "lastName" FROM children
  WHERE tenant_id = $1 AND archived_at IS NULL AND search_name LIKE '%' || therapy.search_text($2) || '%'
  ORDER BY ' ' || search_name || ' ' NOT LIKE '% ' || therapy.search_text($2) || ' %', id LIMIT $3`

const loadChildren = async (reader: Reader, ids: string[]): Promise<NamedRecord[]> => {
  const rows = await reader.db.child.findMany({
    where: { tenantId: reader.tenantId, id: { in: ids } },
    select: { id: true, firstName: true, lastName: true },
  })
  return rows.map(toChild)
}

/** The children of the location, as people see them who are limited to it. */
const ofLocation = async (
  reader: Reader,
  locationId: string | null,
  children: NamedRecord[],
): Promise<NamedRecord[]> => {
  if (locationId === null || children.length === 0) return children
  const ids = children.map(({ id }) => id)
  const rows = await reader.sql<{ id: string }>(OF_LOCATION, [[locationId], reader.now, ids])
  return children.filter(({ id }) => rows.some((row) => row.id === id))
}

const OF_LOCATION = `SELECT child_id AS id FROM therapy.clients_of($1, $2) WHERE child_id = ANY ($3)`

const toProvider = ({ id, name }: { id: string; name: string }): NamedRecord => ({
  type: 'provider',
  id,
  called: name,
  name,
})

const findProviders = async (reader: Reader, text: string): Promise<NamedRecord[]> => {
  const rows = await reader.db.provider.findMany({
    where: { tenantId: reader.tenantId, archivedAt: null },
    select: { id: true, name: true },
    orderBy: { id: 'asc' },
    take: MOST_SEARCHED,
  })
  return rows.filter(({ name }) => isNamed(name, text)).map(toProvider)
}

const loadProviders = async (reader: Reader, ids: string[]): Promise<NamedRecord[]> => {
  const rows = await reader.db.provider.findMany({
    where: { tenantId: reader.tenantId, id: { in: ids } },
    select: { id: true, name: true },
  })
  return rows.map(toProvider)
}
