import { workingHours } from '#organization/schedules/weekly-windows.ts'
import { dateOf, localDay, localText } from '#platform/core/time/local-time.ts'
import type { Range } from '#platform/core/time/ranges.ts'
import { MINUTE_MS } from '#platform/core/time/time.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { ProviderRow } from '#scheduling/availability/load-configuration.ts'
import { offersOf, type ProviderOffer } from '#scheduling/availability/load-offers.ts'
import { startsIn } from '#scheduling/availability/starts-in.ts'
import type { MatchContext } from './load-wish.ts'
import { LOOK_AHEAD_MS, type Candidate, type Examined } from './wish.ts'
import type { Slot } from './schemas.ts'

/** The number of slots returned per provider. */
const MOST_SLOTS = 3

interface FactsRow extends ProviderRow {
  caseload: number
  asked: number
  declined: number
}

/** Loads the free slots and the workload of providers, and their responses to earlier requests. */
export const examine = async (
  reader: Reader,
  { input, service, places }: MatchContext,
  { childId, candidates }: { childId: string | null; candidates: readonly Candidate[] },
): Promise<Examined[]> => {
  const now = reader.now.getTime()
  const range = { from: now, until: now + LOOK_AHEAD_MS }
  const rows = await reader.sql<FactsRow>(FACTS, [
    reader.tenantId,
    candidates.map(({ id }) => id),
    reader.now,
  ])
  const offers = await offersOf(
    reader,
    {
      serviceIds: service ? [service.id] : [],
      childId,
      range,
      ...(input.locationId && { locationIds: [input.locationId] }),
    },
    { services: service ? [service] : [], providers: rows, locations: places },
  )
  const windows = input.windows && workingHours([input.windows], [], range)
  const offersBy = Map.groupBy(offers, ({ providerId }) => providerId)
  const factsBy = new Map(rows.map((row) => [row.id, row]))
  return candidates.map((candidate) => {
    const { caseload, asked, declined } = factsBy.get(candidate.id)!
    const slots = (offersBy.get(candidate.id) ?? [])
      .flatMap((offer) => slotsAt(offer, range, windows))
      .toSorted((a, b) => a.at - b.at || (a.locationId < b.locationId ? -1 : 1))
      .slice(0, MOST_SLOTS)
    return { ...candidate, caseload, asked, declined, slots }
  })
}

/** The first free starts at one location that lie within the family's windows. */
const slotsAt = (
  { location, steps, offers: [offer] }: ProviderOffer,
  range: Range,
  windows: readonly Range[] | null,
): Examined['slots'][number][] => {
  const durationMs = offer!.durationMinutes * MINUTE_MS
  const starts: number[] = []
  for (const { from, until } of windows ?? [{ from: range.from, until: Infinity }]) {
    const within = {
      from: Math.max(from, range.from),
      until: Math.min(until - durationMs + 1, range.until),
    }
    if (within.from < within.until)
      starts.push(...startsIn(steps, within, MOST_SLOTS - starts.length))
    if (starts.length === MOST_SLOTS) break
  }
  return starts.map((at) => ({
    locationId: location.id,
    at,
    day: dateOf(localDay(location.timeZone, at)),
  }))
}

export const slotTexts = (
  { slots }: Pick<Examined, 'slots'>,
  zones: ReadonlyMap<string, string>,
): Slot[] =>
  slots.map(({ locationId, at }) => ({
    locationId,
    startsAt: localText(zones.get(locationId)!, at),
  }))

/** The number of past requests per provider from which the acceptance rate is computed. */
const LATEST_TIMES = 50

/** Counts all requests that the provider declined, for any child. */
const FACTS = `
  SELECT p.id, p.location_ids AS "locationIds", p.status, p.calendar, COALESCE(c.children, 0) AS caseload,
         latest.asked, latest.declined
  FROM providers p
  LEFT JOIN therapy.caseload_sizes($2, $3) c ON c.provider_id = p.id
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS asked, count(*) FILTER (WHERE status = 'DECLINED')::int AS declined FROM (
      SELECT d.status FROM therapy.diary d
      WHERE d.tenant_id = $1 AND d.provider_id = p.id AND d.starts_at < $3 AND d.group_id IS NULL
      ORDER BY d.starts_at DESC LIMIT ${LATEST_TIMES}
    ) of_provider
  ) latest
  WHERE p.tenant_id = $1 AND p.id = ANY ($2)`
