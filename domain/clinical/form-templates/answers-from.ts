import { z } from 'zod'
import { line, prose } from '#platform/core/records/record.ts'
import {
  questionsOf,
  type Answer,
  type Answers,
  type FormDefinition,
  type Question,
} from './form-definition.ts'

/** The questions of a form on a page without scripts, and how its submitted fields are read. */

export const SentAnswer = z.union([
  prose(10_000),
  z.number(),
  z.boolean(),
  z.array(line(200)).max(50),
])

/** A page submits only text, which is parsed according to the question's type. Blank means no answer. */
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
  if (question?.type === 'YES_NO' && (value === 'yes' || value === 'no')) return value === 'yes'
  if (question?.type === 'CHOICES') return [value]
  const isNumber = question?.type === 'NUMBER' && DECIMAL.test(value.trim())
  return isNumber ? Number(value.trim().replace(',', '.')) : value
}
