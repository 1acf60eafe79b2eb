import { ageInMonths } from '#clinical/assessments/rules.ts'
import type {
  RecordFindings,
  RecordQuestion,
  RecordReader,
} from '#knowledge/record-questions/record-reader.ts'
import { longDay } from '#messaging/locales/times.ts'
import { loadChild } from '#people/children/queries.ts'
import { toChild } from '#people/children/schemas.ts'
import type { Subject } from '#platform/core/records/subject.ts'
import { dateText } from '#platform/core/time/time.ts'
import { noneFound } from './findings.ts'
import { WORDS } from './words.ts'

const MONTHS_OF_YEAR = 12

/** A sentence about the child, which rests on the child's record and perhaps another. */
const said = (
  asked: RecordQuestion,
  text: string,
  records: readonly Subject[] = [],
): RecordFindings => {
  const { statements, childIds } = noneFound(asked, text)
  return {
    childIds,
    statements: statements.map((it) => ({ ...it, records: [...it.records, ...records] })),
  }
}

const age: RecordReader = async (reader, asked) => {
  const { birthDate } = await loadChild(reader, asked.person!.id)
  const months = ageInMonths(dateText(birthDate), asked.today)
  const years = Math.floor(months / MONTHS_OF_YEAR)
  const { language, person } = asked
  return said(asked, WORDS[language].age(person!.called, years, months % MONTHS_OF_YEAR))
}

const birthDate: RecordReader = async (reader, asked) => {
  const child = await loadChild(reader, asked.person!.id)
  const { language, locale, person } = asked
  return said(
    asked,
    WORDS[language].born(person!.called, longDay(dateText(child.birthDate), locale)),
  )
}

const therapist: RecordReader = async (reader, asked) => {
  const { primaryProviderId: id } = await loadChild(reader, asked.person!.id)
  const { tenantId } = reader
  const provider = id ? await reader.db.provider.findFirst({ where: { tenantId, id } }) : null
  const text = WORDS[asked.language].therapist(asked.person!.called, provider?.name ?? null)
  return said(asked, text, provider ? [{ type: 'provider', id: provider.id }] : [])
}

const home: RecordReader = async (reader, asked) => {
  const { locationId: id } = await loadChild(reader, asked.person!.id)
  const { tenantId } = reader
  const location = id ? await reader.db.location.findFirst({ where: { tenantId, id } }) : null
  const text = WORDS[asked.language].home(asked.person!.called, location?.name ?? null)
  return said(asked, text, location ? [{ type: 'location', id: location.id }] : [])
}

const alerts: RecordReader = async (reader, asked) => {
  const { alerts } = toChild(await loadChild(reader, asked.person!.id))
  const words = WORDS[asked.language]
  const who = asked.person!.called
  if (alerts.length === 0) return said(asked, words.noAlert(who))
  const statements = alerts.flatMap(({ text }) => said(asked, words.alert(who, text)).statements)
  return { ...said(asked, ''), statements }
}

export const CHILD_READERS = {
  AGE: age,
  BIRTH_DATE: birthDate,
  THERAPIST: therapist,
  ALERTS: alerts,
  CHILD_LOCATION: home,
} satisfies Record<string, RecordReader>
