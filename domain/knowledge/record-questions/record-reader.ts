import type { Subject } from '#platform/core/records/subject.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { Period } from './period.ts'
import type { NamedRecord } from './resolve-person.ts'
import type { RecognizedQuestion } from './recognized-question.ts'
import type { QuestionKind, Spoken } from './rules.ts'

/** A recognized question whose names and days are known. */
export interface RecordQuestion {
  kind: QuestionKind
  language: Spoken
  /** The locale of dates and times, as in the centre's messages. */
  locale: string
  person: NamedRecord | null
  /** The location that the question names, or that of the assistant. */
  location: NamedRecord | null
  topic: string | null
  period: Period | null
  /** Today, and the zone of the location or the centre. */
  today: string
  timeZone: string
  /** The appointment of the previous question. */
  at: Date | null
  beside: RecognizedQuestion['beside']
}

/** Sentences with the records on which they rest. */
export interface RecordFindings {
  statements: { text: string; records: Subject[] }[]
  /** The children whose records were read. */
  childIds: string[]
  /** The start of the appointment in the answer, if it is about one. */
  at?: Date
}

/** Answers a question from the records that the reader's caller can see. */
export type RecordReader = (reader: Reader, asked: RecordQuestion) => Promise<RecordFindings>

declare module '#platform/core/context/registry.ts' {
  interface Registry {
    /** The reader of each question. Contexts above this one know the records. */
    recordReaders: Readonly<Record<QuestionKind, RecordReader>>
  }
}
