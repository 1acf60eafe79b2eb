import type { RecordReader } from '#knowledge/record-questions/record-reader.ts'
import { counted, MOST_COUNTED, noneFound } from './findings.ts'
import { WORDS, wordsOfPeriod, wordsOfTime } from './words.ts'

interface Row {
  id: string
  childId: string
  providerId: string
  provider: string
  startedAt: Date
}

const SESSIONS = `
  SELECT s.id, s.child_id AS "childId", s.provider_id AS "providerId", p.name AS provider, s.started_at AS "startedAt"
  FROM sessions s
  JOIN providers p ON p.tenant_id = s.tenant_id AND p.id = s.provider_id
  WHERE s.tenant_id = $1 AND s.child_id = $2 AND s.attendance <> 'ABSENT' AND s.started_at >= $3 AND s.started_at < $4
  ORDER BY s.started_at DESC, s.id LIMIT $5`

const EVER = new Date('1900-01-01T00:00:00Z')

const last: RecordReader = async (reader, asked) => {
  const { person, language, locale, timeZone } = asked
  const words = WORDS[language]
  const values = [reader.tenantId, person!.id, EVER, reader.now, 1]
  const [row] = await reader.sql<Row>(SESSIONS, values)
  if (!row) return noneFound(asked, words.noSession(person!.called))
  const text = words.session(
    person!.called,
    wordsOfTime(row.startedAt, timeZone, locale),
    row.provider,
  )
  return {
    statements: [
      {
        text,
        records: [
          { type: 'session', id: row.id },
          { type: 'child', id: row.childId },
          { type: 'provider', id: row.providerId },
        ],
      },
    ],
    childIds: [row.childId],
  }
}

const count: RecordReader = async (reader, asked) => {
  const { person, language, period } = asked
  const rows = await reader.sql<Row>(SESSIONS, [
    reader.tenantId,
    person!.id,
    period?.startsAt ?? EVER,
    period?.endsAt ?? reader.now,
    MOST_COUNTED + 1,
  ])
  const when = wordsOfPeriod(period, asked, 'past')
  return counted(rows, 'session', asked, (total) =>
    WORDS[language].sessionCount(person!.called, total, when),
  )
}

export const SESSION_READERS = {
  LAST_SESSION: last,
  SESSION_COUNT: count,
} satisfies Record<string, RecordReader>
