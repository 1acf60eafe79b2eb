import { LONGEST_BUFFER_MINUTES } from '#organization/services/rules.ts'
import { MINUTE_MS } from '#platform/core/time/time.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { epochMs } from './location-facts.ts'
import { packedRanges, unpackRanges } from './packed-ranges.ts'
import type { Range } from '#platform/core/time/ranges.ts'
import type { Busy } from './rules.ts'
import { liveAt } from './live-at.ts'

/** An appointment takes at most 24 h, with buffers of 4 h before and after. */
const LONGEST_MS = 28 * 3_600_000
export const LONGEST_BUFFER_MS = LONGEST_BUFFER_MINUTES * MINUTE_MS

/** A time that a provider is occupied, with buffers and service. */
export interface Taken extends Busy {
  serviceId: string | null
}

export interface BusyQuery {
  range: Range
  /** The appointment that moves, which does not conflict with itself. */
  exceptId?: string | null
  /**
   * If true, ranges are returned separately, with the range without buffers and the service; otherwise they are
   * merged.
   */
  detailed?: boolean
}

export type Ids = readonly string[]
type Who = 'provider_id' | 'child_id'
type Row = [from: number, until: number, startsAt: number, endsAt: number, serviceId: string | null]

/** When providers (or a child, without buffers) are occupied, keyed by id and sorted. */
export const takenBy = async (
  reader: Reader,
  who: Who,
  ids: Ids,
  { range, exceptId, detailed = false }: BusyQuery,
): Promise<Map<string, Taken[]>> => {
  if (ids.length === 0) return new Map()
  const statement = (detailed ? DETAILED : JOINED)[who]
  const rows = await reader.sql<{ id: string; taken: string | Row[] }>(
    exceptId ? statement.excepting : statement.all,
    [
      reader.tenantId,
      ids,
      new Date(range.from - LONGEST_MS),
      new Date(range.until + LONGEST_BUFFER_MS),
      reader.now,
      ...(exceptId ? [exceptId] : []),
    ],
  )
  return new Map(
    rows.map(({ id, taken }) => [
      id,
      typeof taken === 'string' ? unpackRanges(taken).map(ofNoService) : oneByOne(taken),
    ]),
  )
}

const ofNoService = ({ from, until }: Range): Taken => ({ from, until, serviceId: null })

const oneByOne = (rows: Row[]): Taken[] =>
  rows
    .map(([from, until, startsAt, endsAt, serviceId]) => ({
      from,
      until,
      inner: { from: startsAt, until: endsAt },
      serviceId,
    }))
    .toSorted((a, b) => a.from - b.from)

/** A place in a group occupies its child; the group itself occupies the provider and the room. */
const TAKES = { provider_id: 'a.group_id IS NULL', child_id: 'true' }

/**
 * Merged ranges are read from the index alone (appointments_provider), which does not contain the id. Most
 * appointments are confirmed, and for those one comparison is enough instead of four.
 */
const takenStatement = (who: Who, taken: string) => {
  const text = (where: string) => `
  SELECT w.id, taken.taken
  FROM unnest($2::text[]) AS w(id) CROSS JOIN LATERAL (
    SELECT ${taken} AS taken FROM therapy.diary a
    WHERE a.tenant_id = $1 AND a.${who} = w.id AND ${TAKES[who]} AND a.starts_at >= $3 AND a.starts_at < $4
      AND (a.status = 'CONFIRMED' OR ${liveAt('$5')}) ${where}
  ) taken
  WHERE taken.taken IS NOT NULL`
  return { all: text(''), excepting: text('AND a.id <> $6') }
}

const joined = (who: Who, from: string, until: string) =>
  takenStatement(who, packedRanges(`a.${from}`, `a.${until}`))

const JOINED = {
  provider_id: joined('provider_id', 'busy_from', 'busy_until'),
  child_id: joined('child_id', 'starts_at', 'ends_at'),
}

const detailed = (who: Who, from: string, until: string) =>
  takenStatement(
    who,
    `json_agg(json_build_array(${[from, until, 'starts_at', 'ends_at'].map((it) => epochMs(`a.${it}`)).join(', ')}, a.service_id))`,
  )

const DETAILED = {
  provider_id: detailed('provider_id', 'busy_from', 'busy_until'),
  child_id: detailed('child_id', 'starts_at', 'ends_at'),
}
