import type { PeriodName } from './period.ts'
import type { QuestionKind, Spoken } from './rules.ts'

/** A question that can be answered from records, with its parts as they were written. */
export interface RecognizedQuestion {
  kind: QuestionKind
  language: Spoken
  /** A name or a pronoun; null if the question names nobody. */
  person: string | null
  location: string | null
  topic: string | null
  period: PeriodName | null
  /** Set for a short question that changes the previous one. */
  isFollowUp?: true
  /** For a question such as "and the one after?": where it lies from the appointment in the context. */
  beside?: 'AFTER' | 'BEFORE' | 'AT'
}
