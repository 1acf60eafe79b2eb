import { DomainError } from '#platform/core/errors/errors.ts'
import type { Issue, IssueCode } from '#platform/core/input/issue.ts'
import {
  questionsOf,
  type Condition,
  type FormDefinition,
  type Question,
  type Score,
  type Test,
} from './form-definition.ts'
import { isDate } from './answer-issues.ts'

type Known = ReadonlyMap<string, Question>
type Report = (path: string, code: IssueCode, message: string) => void

/** Refuses an inconsistent form with all its errors. */
export const assertDefinition = (definition: FormDefinition): void => {
  const issues = definitionIssues(definition)
  const [first] = issues
  if (!first) return
  throw new DomainError('validation_failed', `${first.path}: ${first.message}`, { issues })
}

/** Checks conditions that are stored outside of the form and may refer to all its questions. */
export const assertConditions = (
  definition: FormDefinition,
  conditions: readonly Condition[],
  at: string,
): void => {
  const issues: Issue[] = []
  const known = new Map(questionsOf(definition).map((question) => [question.key, question]))
  for (const [index, condition] of conditions.entries())
    checkCondition(condition, known, `${at}.${index}`, (path, code, message) =>
      issues.push({ path, code, message }),
    )
  const [first] = issues
  if (first)
    throw new DomainError('validation_failed', `${first.path}: ${first.message}`, { issues })
}

/** Rules beyond the schema: names are unique, and references point to suitable questions. */
export const definitionIssues = ({ sections, scores }: FormDefinition): Issue[] => {
  const issues: Issue[] = []
  const report: Report = (path, code, message) =>
    issues.push({ path: `definition.${path}`, code, message })
  const known = new Map<string, Question>()
  for (const [index, section] of sections.entries()) {
    const at = `sections.${index}`
    checkCondition(section.showIf, known, `${at}.showIf`, report)
    for (const [number, question] of section.questions.entries()) {
      const path = `${at}.questions.${number}`
      checkCondition(question.showIf, known, `${path}.showIf`, report)
      checkQuestion(question, path, report)
      if (known.has(question.key))
        report(`${path}.key`, 'duplicate', 'is already the key of another question')
      known.set(question.key, question)
    }
  }
  for (const [index, score] of scores.entries()) checkScore(score, known, `scores.${index}`, report)
  for (const index of repeated(scores.map(({ key }) => key)))
    report(`scores.${index}.key`, 'duplicate', 'is already the key of another score')
  return issues
}

const checkQuestion = (question: Question, path: string, report: Report): void => {
  if ('options' in question)
    for (const index of repeated(question.options.map(({ value }) => value)))
      report(
        `${path}.options.${index}.value`,
        'duplicate',
        'is already the value of another option',
      )
  if (question.type === 'NUMBER' && (question.min ?? -Infinity) > (question.max ?? Infinity))
    report(`${path}.max`, 'inverted_range', 'must not be less than min')
}

const checkCondition = (
  condition: Condition | undefined,
  known: Known,
  path: string,
  report: Report,
): void => {
  if (!condition) return
  if ('question' in condition) return checkTest(condition, known, path, report)
  const [kind, clauses] = 'all' in condition ? ['all', condition.all] : ['any', condition.any]
  for (const [index, clause] of clauses.entries())
    checkCondition(clause, known, `${path}.${kind}.${index}`, report)
}

const checkTest = (
  { question: key, op, value }: Test,
  known: Known,
  path: string,
  report: Report,
) => {
  const question = known.get(key)
  if (!question)
    return report(`${path}.question`, 'not_found', 'must be the key of an earlier question')
  if (!OPERATORS_OF[question.type].includes(op))
    return report(
      `${path}.op`,
      'not_allowed',
      `is not allowed for a question of type ${question.type}`,
    )
  if (op === 'ANSWERED' && typeof value !== 'boolean')
    return report(`${path}.value`, 'invalid_type', 'must be true or false')
  if (op !== 'ANSWERED' && !isValueOf(question, value))
    report(
      `${path}.value`,
      'invalid_type',
      `must be a possible answer to a question of type ${question.type}`,
    )
}

const OPERATORS_OF: Record<Question['type'], readonly Test['op'][]> = {
  TEXT: ['ANSWERED', 'EQUALS', 'NOT_EQUALS'],
  LONG_TEXT: ['ANSWERED'],
  NUMBER: ['ANSWERED', 'EQUALS', 'NOT_EQUALS', 'AT_LEAST', 'AT_MOST'],
  DATE: ['ANSWERED', 'EQUALS', 'NOT_EQUALS', 'AT_LEAST', 'AT_MOST'],
  YES_NO: ['ANSWERED', 'EQUALS', 'NOT_EQUALS'],
  CHOICE: ['ANSWERED', 'EQUALS', 'NOT_EQUALS'],
  CHOICES: ['ANSWERED', 'INCLUDES'],
}

const isValueOf = (question: Question, value: Test['value']): boolean => {
  switch (question.type) {
    case 'NUMBER':
      return typeof value === 'number'
    case 'YES_NO':
      return typeof value === 'boolean'
    case 'DATE':
      return isDate(value)
    case 'CHOICE':
    case 'CHOICES':
      return question.options.some((option) => option.value === value)
    case 'TEXT':
    case 'LONG_TEXT':
      return typeof value === 'string'
  }
}

const SCORED = new Set<Question['type']>(['NUMBER', 'YES_NO', 'CHOICE', 'CHOICES'])

const checkScore = (score: Score, known: Known, path: string, report: Report): void => {
  for (const [index, key] of score.questions.entries()) {
    const at = `${path}.questions.${index}`
    const question = known.get(key)
    if (!question) report(at, 'not_found', 'must be the key of a question')
    else if (!SCORED.has(question.type))
      report(at, 'not_allowed', `cannot be scored: the question is of type ${question.type}`)
    else if ('options' in question && question.options.some(({ weight }) => weight === undefined))
      report(at, 'required', 'requires a weight for each option of the question')
  }
  for (const index of repeated(score.questions))
    report(`${path}.questions.${index}`, 'duplicate', 'is already listed')
  if ((score.minAnswered ?? 1) > score.questions.length)
    report(`${path}.minAnswered`, 'out_of_range', 'must not be more than the number of questions')
  for (const [index, { min }] of score.bands.entries())
    if (min <= (score.bands[index - 1]?.min ?? -Infinity))
      report(
        `${path}.bands.${index}.min`,
        'not_ascending',
        'must be above the minimum of the previous band',
      )
}

/** The positions of values that repeat an earlier one. */
const repeated = (values: readonly string[]): number[] =>
  values.flatMap((value, index) => (values.indexOf(value) < index ? [index] : []))
