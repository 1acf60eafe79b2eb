import type { RecordFindings, RecordQuestion } from '#knowledge/record-questions/record-reader.ts'
import { MOST_STATEMENTS } from '#knowledge/record-questions/rules.ts'
import type { Entity } from '#platform/core/records/ids.ts'
import type { Subject } from '#platform/core/records/subject.ts'
import { WORDS } from './words.ts'

/** Maximum number of records that are counted and named. */
export const MOST_COUNTED = 200

/** The records of the names in a question, on which a negative answer rests. */
const askedRecords = ({ person, location }: RecordQuestion): Subject[] =>
  [person, location].flatMap((named) => (named ? [{ type: named.type, id: named.id }] : []))

const askedChildren = ({ person }: RecordQuestion): string[] =>
  person?.type === 'child' ? [person.id] : []

/** An answer that says that nothing was found. */
export const noneFound = (asked: RecordQuestion, text: string): RecordFindings => ({
  statements: [{ text, records: askedRecords(asked) }],
  childIds: askedChildren(asked),
})

const distinct = (ids: readonly string[]): string[] => [...new Set(ids)]

/** A sentence for each record, or one that says that there is none. */
export const listed = (
  statements: RecordFindings['statements'],
  rows: readonly { childId: string }[],
  asked: RecordQuestion,
  none: string,
): RecordFindings => {
  if (statements.length === 0) return noneFound(asked, none)
  const shown = statements.slice(0, MOST_STATEMENTS)
  const more =
    statements.length > shown.length
      ? [{ text: WORDS[asked.language].more, records: askedRecords(asked) }]
      : []
  const childIds = rows.slice(0, MOST_STATEMENTS).map(({ childId }) => childId)
  return {
    statements: [...shown, ...more],
    childIds: distinct([...askedChildren(asked), ...childIds]),
  }
}

/** The number of records, with the records. */
export const counted = (
  rows: readonly { id: string; childId: string }[],
  type: Entity,
  asked: RecordQuestion,
  text: (total: string) => string,
): RecordFindings => {
  const shown = rows.slice(0, MOST_COUNTED)
  const total = rows.length > MOST_COUNTED ? `> ${MOST_COUNTED}` : String(rows.length)
  const records = shown.map(({ id }): Subject => ({ type, id }))
  return {
    statements: [
      { text: text(total), records: records.length > 0 ? records : askedRecords(asked) },
    ],
    childIds: distinct([...askedChildren(asked), ...shown.map(({ childId }) => childId)]),
  }
}
