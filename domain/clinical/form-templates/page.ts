import { z } from 'zod'
import { line, prose } from '#platform/core/record.ts'
import type { Field } from '#messaging/links/purpose.ts'
import {
  answerTo,
  questionsOf,
  type Answer,
  type Answers,
  type FormDefinition,
  type Question,
} from './definition.ts'

/** How the questions of a form stand on a page without script, and what such a page sends. */

export const SentAnswer = z.union([
  prose(10_000),
  z.number(),
  z.boolean(),
  z.array(line(200)).max(50),
])

/** A page sends text only: what reads as an answer of the question's type is one. Blank is none. */
export const answersFrom = (definition: FormDefinition, given: Answers): Answers => {
  const questions = new Map(questionsOf(definition).map((question) => [question.key, question]))
  return Object.fromEntries(
    Object.entries(given)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [name, typed(questions.get(name), value)]),
  )
}

const DECIMAL = /^-?\d{1,12}(?:[.,]\d{1,6})?$/

const typed = (question: Question | undefined, value: Answer): Answer => {
  if (typeof value !== 'string') return value
  if (question?.type === 'yesNo' && (value === 'yes' || value === 'no')) return value === 'yes'
  if (question?.type === 'choices') return [value]
  const isNumber = question?.type === 'number' && DECIMAL.test(value.trim())
  return isNumber ? Number(value.trim().replace(',', '.')) : value
}

interface Shown {
  shown: ReadonlySet<string>
  answers: Answers
  yesNo: readonly string[]
}

export const fieldsOf = ({ sections }: FormDefinition, known: Shown): Field[] =>
  sections.flatMap(({ title, text, questions }, index) => {
    const asked = questions.filter(({ key }) => known.shown.has(key))
    if (asked.length === 0) return []
    const heading = { name: `_section${index}`, label: title, type: 'section' } as const
    return [
      { ...heading, ...(text !== undefined && { help: text }) },
      ...asked.map((question) => fieldOf(question, known)),
    ]
  })

const fieldOf = (question: Question, { answers, yesNo }: Shown): Field => {
  const { key: name, label, required, help } = question
  const answer = answerTo(answers, name)
  const value = typeof answer === 'boolean' ? (answer ? 'yes' : 'no') : answer
  const field = {
    name,
    label,
    required,
    ...(help !== undefined && { help }),
    ...(value !== undefined && { value: typeof value === 'object' ? [...value] : String(value) }),
  }
  switch (question.type) {
    case 'yesNo':
      return {
        ...field,
        type: 'choice',
        options: ['yes', 'no'].map((option, index) => ({ value: option, label: yesNo[index]! })),
      }
    case 'choice':
    case 'choices':
      return {
        ...field,
        type: question.type,
        options: question.options.map((option) => ({ value: option.value, label: option.label })),
      }
    case 'longText':
      return { ...field, type: 'text', maxLength: question.maxLength ?? 10_000 }
    case 'text':
      return { ...field, type: 'line', maxLength: question.maxLength ?? 500 }
    case 'number':
    case 'date':
      return { ...field, type: question.type }
  }
}
