import type { Issue, IssueCode } from '#platform/core/input/issue.ts'
import { calendarDate } from '#platform/core/time/time.ts'
import {
  answerTo,
  questionsOf,
  type Answer,
  type Answers,
  type FormDefinition,
  type Question,
} from './form-definition.ts'
import { visibleQuestions } from './visible-questions.ts'

const DateText = calendarDate()

export const isDate = (value: unknown): boolean => DateText.safeParse(value).success

/** Whether the value is blank. */
export const isBlank = (answer: Answer): boolean =>
  typeof answer === 'string'
    ? answer.trim() === ''
    : typeof answer === 'object' && answer.length === 0

/** Errors of single answers. A draft may have gaps and hidden answers. */
export const answerIssues = (definition: FormDefinition, answers: Answers): Issue[] => {
  const questions = new Map(questionsOf(definition).map((question) => [question.key, question]))
  return Object.entries(answers).flatMap(([path, answer]) => {
    const question = questions.get(path)
    const problem = question ? problemOf(question, answer) : NO_QUESTION
    return problem ? [{ path, code: problem[0], message: problem[1] }] : []
  })
}

/** Errors of a submission: visible required questions must have answers, and hidden ones must not. */
export const submissionIssues = (definition: FormDefinition, answers: Answers): Issue[] => {
  const issues = answerIssues(definition, answers)
  const wrong = new Set(issues.map(({ path }) => path))
  const visible = visibleQuestions(definition, answers)
  const shown = new Set(visible.map(({ key }) => key))
  const missing = visible.filter(
    ({ key, required }) => required && answerTo(answers, key) === undefined,
  )
  const hidden = Object.keys(answers).filter((key) => !shown.has(key) && !wrong.has(key))
  return [
    ...issues,
    ...missing.map(({ key: path }): Issue => ({
      path,
      code: 'required',
      message: 'must be answered',
    })),
    ...hidden.map((path): Issue => ({
      path,
      code: 'not_allowed',
      message: 'is not allowed: the earlier answers do not lead to this question',
    })),
  ]
}

type Problem = [code: IssueCode, message: string] | undefined

const wrongType = (expected: string): Problem => ['invalid_type', `must be ${expected}`]
const NO_QUESTION: Problem = ['unknown_member', 'is not a question of this form']
const NOT_AN_OPTION: Problem = ['invalid_value', 'must be one of the options']

const problemOf = (question: Question, answer: Answer): Problem => {
  switch (question.type) {
    case 'TEXT':
    case 'LONG_TEXT': {
      const max = question.maxLength ?? (question.type === 'TEXT' ? 500 : 10_000)
      if (typeof answer !== 'string') return wrongType('text')
      return answer.length > max ? ['too_long', `must have at most ${max} characters`] : undefined
    }
    case 'NUMBER':
      return numberProblem(question, answer)
    case 'DATE':
      return isDate(answer) ? undefined : wrongType('a date, such as 2026-11-21')
    case 'YES_NO':
      return typeof answer === 'boolean' ? undefined : wrongType('true or false')
    case 'CHOICE':
      if (typeof answer !== 'string') return wrongType('one option')
      return question.options.some(({ value }) => value === answer) ? undefined : NOT_AN_OPTION
    case 'CHOICES': {
      if (typeof answer !== 'object') return wrongType('a list of options')
      const known = new Set(question.options.map(({ value }) => value))
      return new Set(answer).size === answer.length && answer.every((it) => known.has(it))
        ? undefined
        : NOT_AN_OPTION
    }
  }
}

const numberProblem = (
  { min = -1e12, max = 1e12, whole = false }: Extract<Question, { type: 'NUMBER' }>,
  answer: Answer,
): Problem => {
  if (typeof answer !== 'number' || !Number.isFinite(answer)) return wrongType('a number')
  if (whole && !Number.isInteger(answer)) return wrongType('a whole number')
  if (answer < min || answer > max) return ['out_of_range', `must be between ${min} and ${max}`]
  return undefined
}
