import { z } from 'zod'
import type { Permission } from '#platform/core/access/permissions.ts'
import type { OutsideContext } from '#platform/core/context/context.ts'
import { line } from '#platform/core/records/record.ts'
import type { ChatTool, ToolCall } from '#providers/ai/chat-models.ts'
import type { AskedAssistant } from '../answers/load-asked.ts'
import type { QueryKnowledge } from '../answers/schemas.ts'
import { answerRecognized } from './answer-from-records.ts'
import { comparableText } from './comparable-text.ts'
import { readableKinds } from './example-questions.ts'
import { QUESTION_TEXTS } from './all-patterns.ts'
import { PERIODS } from './period.ts'
import type { RecognizedQuestion } from './recognized-question.ts'
import { isPronoun } from './resolve-person.ts'
import { QUESTIONS, SPOKEN, type QuestionKind } from './rules.ts'
import type { AnswerClarification, AnswerStatement, QuestionContext } from './schemas.ts'

/** A sentence that a tool has read, with the label by which a model quotes it. */
interface ReadStatement extends AnswerStatement {
  name: string
  tool: string
  childIds: readonly string[]
}

/** Tools with which a model reads records for the person who asks, during one conversation. */
export interface RecordTools {
  tools: readonly ChatTool[]
  /** The permissions required to read what was read. */
  needs: readonly Permission[]
  /** What a name that was unclear in the last call can mean. It is shown to the person, not to the model. */
  clarification: AnswerClarification | null
  context: QuestionContext | null
  /** The result of a call for the model, and the children whom it is about. */
  call: (call: ToolCall) => Promise<{ text: string; childIds: readonly string[] }>
  /** Reads again what was read, and returns the sentences that still hold. */
  readAgain: () => Promise<readonly ReadStatement[]>
}

/** The same questions as those that are recognized in words, with their parts as parameters. */
export const openRecordTools = (
  ctx: OutsideContext,
  assistant: AskedAssistant,
  asking: Pick<QueryKnowledge, 'childId' | 'context' | 'question'>,
): RecordTools | undefined => {
  const { tools: granted } = assistant.settings
  const kinds = readableKinds(ctx).filter((kind) =>
    QUESTIONS[kind].tools.some((tool) => granted.includes(tool)),
  )
  if (kinds.length === 0) return undefined
  const calls: RecognizedQuestion[] = []
  const statements: ReadStatement[] = []
  const answerTo = async (recognized: RecognizedQuestion) =>
    answerRecognized(ctx, assistant, recognized, asking)
  const opened: RecordTools & { needs: Permission[] } = {
    tools: [toolOf(kinds)],
    needs: [],
    clarification: null,
    context: null,
    call: async ({ name, input }) => {
      const parsed = name === READ_RECORDS ? parametersOf(kinds).safeParse(input) : undefined
      if (!parsed?.success) return refused(UNKNOWN)
      const recognized = recognizedIn(parsed.data)
      if (!isAsked(recognized, asking.question)) return refused(NOT_ASKED)
      const part = await answerTo(recognized)
      if (!part) return refused(NOT_ALLOWED)
      if (part.clarification) {
        opened.clarification = part.clarification
        return refused(UNCLEAR[part.clarification.code])
      }
      calls.push(recognized)
      opened.needs.push(...QUESTIONS[recognized.kind].needs)
      opened.context = part.context
      const { tool, childIds } = part
      const read = part.statements.map((statement) => {
        const label = `r${statements.length + 1}`
        const labelled = { ...statement, name: label, tool, childIds }
        statements.push(labelled)
        return { passage: label, text: statement.text }
      })
      return { text: JSON.stringify({ passages: read }), childIds }
    },
    readAgain: async () => {
      const parts = await Promise.all(calls.map(answerTo))
      const said = new Set(
        parts.flatMap((part) =>
          part && !part.clarification ? part.statements.map(({ text }) => text) : [],
        ),
      )
      return statements.filter(({ text }) => said.has(text))
    },
  }
  return opened
}

const READ_RECORDS = 'read_records'

const parametersOf = (kinds: readonly QuestionKind[]) =>
  z.strictObject({
    question: z.enum(kinds),
    person: line(80).exactOptional(),
    location: line(80).exactOptional(),
    topic: line(80).exactOptional(),
    period: z.enum(PERIODS).exactOptional(),
    language: z.enum(SPOKEN).default('en'),
  })

const toolOf = (kinds: readonly QuestionKind[]): ChatTool => ({
  name: READ_RECORDS,
  description: `Reads records of the centre for the person who asks, and returns sentences as passages to quote. Values of "question": ${kinds.map((kind) => `${kind} (${QUESTION_TEXTS.en[kind].example})`).join('; ')}. "person" is a name as it is written in the question, or "she" for the child of the question, or "I". "topic" is what a goal is about. "language" is that of the question.`,
  parameters: {
    type: 'object',
    additionalProperties: false,
    required: ['question'],
    properties: {
      question: { type: 'string', enum: [...kinds] },
      person: { type: 'string' },
      location: { type: 'string' },
      topic: { type: 'string' },
      period: { type: 'string', enum: [...PERIODS] },
      language: { type: 'string', enum: [...SPOKEN] },
    },
  },
})

const recognizedIn = ({
  question: kind,
  language,
  person,
  location,
  topic,
  period,
}: z.output<ReturnType<typeof parametersOf>>): RecognizedQuestion => ({
  kind,
  language,
  person: person === undefined ? null : comparableText(person),
  location: location === undefined ? null : comparableText(location),
  topic: topic === undefined ? null : comparableText(topic),
  period: period ?? null,
})

/**
 * Whether every name is one of the question, or a word for the person of the question. A document cannot make a
 * model read what nobody has asked about.
 */
const isAsked = ({ person, location }: RecognizedQuestion, question: string): boolean => {
  const said = comparableText(question)
  return [person, location].every((name) => name === null || isPronoun(name) || said.includes(name))
}

const refused = (text: string) => ({ text, childIds: [] })

const UNKNOWN = `Only the tool ${READ_RECORDS} exists, with the parameters of its schema.`
const NOT_ASKED = 'The question does not name this person or location.'
const NOT_ALLOWED = 'The person who asks may not read these records.'
const UNCLEAR = {
  ambiguous_name:
    'Several records have this name. The person is asked which one is meant: answer without it.',
  unknown_name: 'No record that the person can see has this name.',
}
