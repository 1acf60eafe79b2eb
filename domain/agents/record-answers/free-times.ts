import type { RecordReader } from '#knowledge/record-questions/record-reader.ts'
import { MOST_STATEMENTS } from '#knowledge/record-questions/rules.ts'
import { addMinutes, DAY_MS, MINUTE_MS } from '#platform/core/time/time.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { availabilityOf } from '#scheduling/availability/queries.ts'
import { noneFound } from './findings.ts'
import { WORDS, wordsOfPeriod, wordsOfTime } from './words.ts'

/** Without days in the question: a week. */
const DAYS_AHEAD = 7

/** The first free times of a provider, for the service that bookings use by default. */
export const freeTimes: RecordReader = async (reader, asked) => {
  const { language, locale, period } = asked
  const who = asked.person!.called
  const words = WORDS[language]
  const service = await loadService(reader, asked.person!.id)
  if (!service) return noneFound(asked, words.noService(who))
  const from = new Date(Math.max(reader.now.getTime(), period?.startsAt.getTime() ?? 0))
  const until = period?.endsAt ?? addMinutes(from, (DAYS_AHEAD * DAY_MS) / MINUTE_MS)
  const isPast = until <= from
  const { data } = isPast
    ? { data: [] }
    : await availabilityOf(reader, {
        serviceIds: [service.id],
        providerIds: [asked.person!.id],
        ...(asked.location && { locationIds: [asked.location.id] }),
        'startsAt[gte]': from,
        'startsAt[lt]': until,
        explain: 'false',
      })
  const times = data
    .flatMap(({ starts, timeZone }) => starts.map((start) => ({ at: new Date(start), timeZone })))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .slice(0, MOST_STATEMENTS)
    .map(({ at, timeZone }) => wordsOfTime(at, timeZone, locale))
  const when = wordsOfPeriod(period, asked)
  const text =
    times.length > 0
      ? words.free(who, service.name, when, times.join('; '))
      : words.noneFree(who, service.name, when)
  const { statements, childIds } = noneFound(asked, text)
  return {
    childIds,
    statements: statements.map((it) => ({
      ...it,
      records: [...it.records, { type: 'service', id: service.id }],
    })),
  }
}

const loadService = (reader: Reader, providerId: string) =>
  reader.db.service.findFirst({
    where: {
      tenantId: reader.tenantId,
      archivedAt: null,
      OR: [{ providerIds: { isEmpty: true } }, { providerIds: { has: providerId } }],
    },
    orderBy: [{ defaultForType: 'desc' }, { id: 'asc' }],
    select: { id: true, name: true },
  })
