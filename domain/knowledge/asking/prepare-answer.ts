import type { OutsideContext } from '#platform/core/context/context.ts'
import { embedQuestion, type EmbeddedQuestion } from '../answers/embed-question.ts'
import type { QueryKnowledge } from '../answers/schemas.ts'
import { generateAnswer, type Generated, type Listener } from '../generation/generate-answer.ts'
import { answerFromRecords, type RecordAnswer } from '../record-questions/answer-from-records.ts'
import { readableKinds } from '../record-questions/example-questions.ts'
import type { QuestionKind } from '../record-questions/rules.ts'

/** What is known of a question before the transaction that answers it. */
export interface PreparedAnswer {
  /** The question to the documents; null if records have answered all of it. */
  asking: EmbeddedQuestion | null
  records: RecordAnswer | undefined
  made: Generated
  /** Questions about records that the caller may ask. */
  readable: readonly QuestionKind[]
}

const NOT_ASKED: Generated = { answer: null, fallbackReason: null, modelCallIds: [] }

/** Reads records, and asks models what the documents say about the rest of the question. */
export const prepareAnswer = async (
  ctx: OutsideContext,
  asking: QueryKnowledge,
  listener: Listener = {},
): Promise<PreparedAnswer> => {
  const readable = readableKinds(ctx)
  const records = await answerFromRecords(ctx, asking)
  const { onText } = listener
  let told = 0
  const tell = (text: string): void => {
    onText?.(told === 0 ? text : ` ${text.trimStart()}`)
    told += 1
  }
  for (const { text } of records?.statements ?? []) tell(text)
  if (records && records.rest === null) return { asking: null, records, made: NOT_ASKED, readable }
  const question = await embedQuestion(ctx, {
    ...asking,
    question: records?.rest ?? asking.question,
  })
  const made = await generateAnswer(ctx, question, { ...listener, ...(onText && { onText: tell }) })
  return { asking: question, records, made, readable }
}
