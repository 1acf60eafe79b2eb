import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { commaSeparated } from '../schemas/comma-separated.ts'
import { shared } from '../schemas/shared.ts'
import { DomainError } from '../errors/errors.ts'
import { idOf, type Entity } from '../records/ids.ts'
import { instant } from '../time/time.ts'
import type { Reader } from '../transactions/transaction.ts'
import { countingReader, MOST_COUNTED } from './counting-reader.ts'

export const DEFAULT_LIMIT = 25
export const MAX_LIMIT = 100

export interface Page<Item> {
  data: Item[]
  nextCursor: string | null
  hasMore: boolean
  /** The number of records on all pages, if the caller asks for it. */
  total?: number
  totalIsExact?: boolean
}

/** The members that all lists have in common, so that one loop can read any list. */
export const pageMembers = {
  nextCursor: z
    .string()
    .nullable()
    .meta({ description: 'Cursor of the next page; null on the last page.' }),
  hasMore: z.boolean().meta({ description: 'Whether there is another page.' }),
  total: z
    .int()
    .nonnegative()
    .exactOptional()
    .meta({
      description: `Number of items on all pages, if requested with \`count=true\`; at most ${MOST_COUNTED}.`,
    }),
  totalIsExact: z
    .boolean()
    .exactOptional()
    .meta({
      description: `Whether \`total\` is exact. False if there are more than ${MOST_COUNTED} items.`,
    }),
}

/** The members of a list that is always short: it has only one page. */
export const ONE_PAGE: Pick<Page<never>, 'nextCursor' | 'hasMore'> = {
  nextCursor: null,
  hasMore: false,
}

const limit = z.coerce
  .number()
  .int()
  .min(1)
  .max(MAX_LIMIT)
  .default(DEFAULT_LIMIT)
  .meta({
    description: `Maximum number of items, at most ${MAX_LIMIT}.`,
  })

const cursor = z.string().min(1).max(1024).optional().meta({
  description:
    '`nextCursor` of the previous page. It is valid only with the same filters and sort order.',
})

const trueOrFalse = z.enum(['true', 'false']).optional()

/** Asks for the number of items on all pages. */
export const countQuery = {
  count: trueOrFalse.meta({
    description: `If true, the response has \`total\`, the number of items on all pages, up to ${MOST_COUNTED}.`,
  }),
}

/** The query parameters of pages that are not lists of records; for these, use {@link listQuery}. */
export const pageQuery = <const Sort extends string>(...sorts: [Sort, ...Sort[]]) => ({
  limit,
  cursor,
  sort: z
    .enum(sorts)
    .default(sorts[0] as never)
    .meta({ description: 'Sort order; a leading `-` means descending.' }),
  ...countQuery,
})

const earliest = instant()
  .optional()
  .meta({ description: 'Earliest time, inclusive; ISO 8601 with an offset.' })

const latest = instant()
  .optional()
  .meta({ description: 'Latest time, exclusive; ISO 8601 with an offset.' })

/** `field[gte]` and `field[lt]`, which form a half-open range of instants. */
export const instantRange = <const Field extends string>(field: Field) =>
  ({
    [`${field}[gte]`]: earliest,
    [`${field}[lt]`]: latest,
  }) as Record<`${Field}[gte]` | `${Field}[lt]`, z.ZodOptional<ReturnType<typeof instant>>>

/** Marks the query of a list of mutable records. */
export type FollowsChanges = z.core.$brand<'followsChanges'>
/** Marks the query of a list of immutable records. */
export type FollowsAdditions = z.core.$brand<'followsAdditions'>

type Filters = Record<string, z.core.$ZodType>

/** Selects records by id, at most one page. */
const idsOf = shared((entity: Entity) => ({
  ids: commaSeparated(idOf(entity), MAX_LIMIT)
    .optional()
    .meta({ description: `Returns only records with these IDs, up to ${MAX_LIMIT}.` }),
}))

/**
 * The query of a list of records. `sorts` are the fields by which it can be sorted, the first by default; a
 * leading `-` sorts descending. All lists can be sorted and filtered by updatedAt, for delta sync.
 */
export const listQuery = <const Sort extends string, Filter extends Filters>(
  entity: Entity,
  sorts: [Sort, ...Sort[]],
  filters: Filter,
) =>
  z
    .strictObject({
      ...pageQuery<Sort | 'updatedAt' | '-updatedAt'>(...sorts, 'updatedAt', '-updatedAt'),
      ...idsOf(entity),
      ...instantRange('updatedAt'),
      ...filters,
    })
    .brand<'followsChanges'>()

/** The query of a list of immutable records. `time` is the time of their creation. */
export const additionsQuery = <
  const Sort extends string,
  const Time extends 'createdAt' | 'occurredAt',
  Filter extends Filters,
>(
  entity: Entity,
  time: Time,
  sorts: [Sort, ...Sort[]],
  filters: Filter,
) =>
  z
    .strictObject({
      ...pageQuery(...sorts),
      ...idsOf(entity),
      ...instantRange(time),
      ...filters,
    })
    .brand<'followsAdditions'>()

/** A filter on a closed list of values, which accepts several. */
export const anyOf = <const Value extends string>(values: readonly Value[], description: string) =>
  commaSeparated(z.enum(values), values.length).optional().meta({ description })

/** A filter that is true or false. Without it, both are listed. */
export const fact = (description: string) => trueOrFalse.meta({ description })

/** The range of {@link instantRange} as a filter on the field. */
export const within = <const Field extends string>(
  query: { [Bound in `${Field}[${'gte' | 'lt'}]`]?: Date | undefined },
  field: Field,
) => {
  const from: Date | undefined = query[`${field}[gte]`]
  const until: Date | undefined = query[`${field}[lt]`]
  return { ...(from && { gte: from }), ...(until && { lt: until }) }
}

/** The filters that lists of all records have in common. */
export const commonConditions = (query: PageRequest & CommonFilters): object[] => [
  ...(query.ids ? [{ id: { in: query.ids } }] : []),
  ...RECORD_TIMES.map((field) => ({ field, range: within(query, field) }))
    .filter(({ range }) => Object.keys(range).length > 0)
    .map(({ field, range }) => ({ [field]: range })),
]

const RECORD_TIMES = ['createdAt', 'updatedAt', 'occurredAt'] as const

type CommonFilters = { ids?: string[] | undefined } & {
  [Bound in `${(typeof RECORD_TIMES)[number]}[${'gte' | 'lt'}]`]?: Date | undefined
}

/** A parsed page query: the position after which the page starts, and the number of rows. */
export interface Keyset {
  where: object
  orderBy: object[]
  take: number
  /** The same position and direction for lists in SQL. */
  after: Position | undefined
  descending: boolean
}

export interface PageRequest {
  limit: number
  cursor?: string | undefined
  sort: string
  count?: 'true' | 'false' | undefined
}

/** Gives the reader through which a page is read or counted. */
type Through = (reader: Reader) => Reader

/**
 * Reads one keyset page. `createdAt` sorts by id, which is chronological; any other field sorts by (field, id),
 * so that ties keep their order. `fetch` reads through the reader that `through` gives, which counts if the caller
 * asks for the total.
 */
export const paginate = async <Row extends { id: string }>(
  reader: Pick<Reader, 'tenantId' | 'platform'>,
  query: PageRequest,
  fetch: (keyset: Keyset, through: Through) => Promise<Row[]>,
): Promise<Page<Row>> => {
  const descending = query.sort.startsWith('-')
  const field = query.sort.replace(/^-/, '')
  const column = field === 'createdAt' ? 'id' : field
  const seal = cursorSeal(reader, query)
  const after = query.cursor === undefined ? undefined : openCursor(query.cursor, seal)
  const rows = await fetch(
    {
      where: after ? beyond(column, descending, after) : {},
      orderBy: [
        ...(column === 'id' ? [] : [{ [column]: direction(descending) }]),
        { id: direction(descending) },
      ],
      take: query.limit + 1,
      after,
      descending,
    },
    (itself) => itself,
  )
  const hasMore = rows.length > query.limit
  const shown = hasMore ? rows.slice(0, query.limit) : rows
  const last = shown.at(-1)
  const nextCursor =
    hasMore && last
      ? makeCursor([column === 'id' ? null : valueOf(last, column), last.id], seal)
      : null
  const total = query.count === 'true' ? await countAll(fetch) : {}
  return { data: shown, nextCursor, hasMore, ...total }
}

/** Counts with the query of the list, from its beginning. */
const countAll = async (
  fetch: (keyset: Keyset, through: Through) => Promise<unknown>,
): Promise<Pick<Page<never>, 'total' | 'totalIsExact'>> => {
  const counted: (() => number)[] = []
  const keyset = { where: {}, orderBy: [], after: undefined, descending: false }
  await fetch({ ...keyset, take: MOST_COUNTED + 1 }, (reader) => {
    const counting = countingReader(reader)
    counted.push(counting.total)
    return counting.reader
  })
  const total = counted.reduce((sum, of) => sum + of(), 0)
  return { total: Math.min(total, MOST_COUNTED), totalIsExact: total <= MOST_COUNTED }
}

const direction = (descending: boolean) => (descending ? 'desc' : 'asc')

/** Rows after a position. The outer bound follows from the OR, but in a form for which an index can be used. */
const beyond = (column: string, descending: boolean, [value, id]: Position) => {
  const side = descending ? 'lt' : 'gt'
  if (column === 'id') return { id: { [side]: id } }
  return {
    [column]: { [`${side}e`]: value },
    OR: [{ [column]: { [side]: value } }, { id: { [side]: id } }],
  }
}

/** The sort value of the last row (null if the list is sorted by id) and the row's id. */
type Position = [value: string | number | null, id: string]

const valueOf = (row: object, column: string): string | number => {
  const value: unknown = new Map(Object.entries(row)).get(column)
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'string' || typeof value === 'number') return value
  throw new Error(`Cannot sort by ${column}: it has no order`)
}

const MAC_BYTES = 16

/** MACs of a cursor's payload: first with the key for new cursors, then with the other accepted keys. */
type Seal = (payload: Buffer) => [Buffer, ...Buffer[]]

/** Binds a cursor to the tenant, the filters and the sort order, so that it is invalid elsewhere. */
const cursorSeal = (
  reader: Pick<Reader, 'tenantId' | 'platform'>,
  { cursor: _, limit: __, count: ___, ...rest }: PageRequest,
): Seal => {
  const bound = createHash('sha256')
    .update(JSON.stringify([reader.tenantId, rest]))
    .digest()
  const [newest, ...earlier] = reader.platform.cipher.derive('cursor')
  return (payload) => {
    const mac = (key: Buffer) =>
      createHmac('sha256', key).update(bound).update(payload).digest().subarray(0, MAC_BYTES)
    return [mac(newest), ...earlier.map(mac)]
  }
}

const makeCursor = (position: Position, seal: Seal): string => {
  const payload = Buffer.from(JSON.stringify(position))
  return Buffer.concat([seal(payload)[0], payload]).toString('base64url')
}

const openCursor = (cursor: string, seal: Seal): Position => {
  const bytes = Buffer.from(cursor, 'base64url')
  const payload = bytes.subarray(MAC_BYTES)
  const mac = bytes.subarray(0, MAC_BYTES)
  const isOurs = () => seal(payload).some((expected) => timingSafeEqual(mac, expected))
  if (mac.length !== MAC_BYTES || !isOurs()) {
    throw new DomainError(
      'invalid_cursor',
      'This cursor belongs to another list or to other filters. Start again without a cursor.',
      {
        issues: [
          { path: 'cursor', code: 'invalid_cursor', message: 'must be a cursor of this list' },
        ],
      },
    )
  }
  return JSON.parse(payload.toString()) as Position
}
