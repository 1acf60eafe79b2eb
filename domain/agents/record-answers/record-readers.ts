import type { RecordReader } from '#knowledge/record-questions/record-reader.ts'
import type { QuestionKind } from '#knowledge/record-questions/rules.ts'
import { ASSESSMENT_READERS } from './assessment-readers.ts'
import { BOOKING_READERS } from './booking-readers.ts'
import { CHILD_READERS } from './child-readers.ts'
import { freeTimes } from './free-times.ts'
import { GOAL_READERS } from './goal-readers.ts'
import { SESSION_READERS } from './session-readers.ts'

/** The reader of each question about records that assistants answer. */
export const RECORD_READERS: Readonly<Record<QuestionKind, RecordReader>> = {
  ...SESSION_READERS,
  ...BOOKING_READERS,
  FREE_TIMES: freeTimes,
  ...GOAL_READERS,
  ...CHILD_READERS,
  ...ASSESSMENT_READERS,
}
