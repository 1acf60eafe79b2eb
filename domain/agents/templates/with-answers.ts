import { invalidMembers } from '#platform/core/errors/errors.ts'
import { didYouMean } from '#platform/core/input/closest.ts'
import type { Issue } from '#platform/core/input/issue.ts'
import { parseInput } from '#platform/core/input/parse-input.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { subjectOf } from '#platform/core/records/ids.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { RECORDS, type Referable } from '#vocabulary/resources.ts'
import { problemsOf } from '../definitions/checks/problems-of.ts'
import { AgentDefinition } from '../definitions/definition.ts'
import { ANSWER_TYPES } from './answer-types.ts'
import { memberAt } from './member-at.ts'
import { numbered } from './numbered.ts'
import type { AgentTemplate } from './schemas.ts'
import type { TemplateQuestion } from './template-parameter.ts'

type Answers = Readonly<Record<string, unknown>>

/** The definition of a template with a centre's answers. Other questions keep their default. */
export const withAnswers = async (
  tx: Transaction,
  { definition, parameters }: Pick<AgentTemplate, 'definition' | 'parameters'>,
  answers: Answers,
): Promise<AgentDefinition> => {
  refuseAny([...unknownAnswers(parameters, answers), ...missingAnswers(parameters, answers)])
  const asked = parameters.filter(({ name }) => Object.hasOwn(answers, name))
  const changed = structuredClone(definition)
  refuseAny(asked.flatMap((question) => setAnswer(changed, question, answers[question.name])))
  for (const { name } of asked) await assertKnownRecords(tx, `parameters.${name}`, answers[name])
  return checked(tx, changed, asked)
}

const unknownAnswers = (parameters: readonly TemplateQuestion[], answers: Answers): Issue[] => {
  const names = parameters.map(({ name }) => name)
  return Object.keys(answers)
    .filter((name) => !names.includes(name))
    .map((name) => ({
      path: `parameters.${name}`,
      code: 'unknown_member',
      message: `is not asked by this template${didYouMean(name, names)}`,
    }))
}

const missingAnswers = (parameters: readonly TemplateQuestion[], answers: Answers): Issue[] =>
  parameters
    .filter(({ name, required }) => required && !Object.hasOwn(answers, name))
    .map(({ name }) => ({ path: `parameters.${name}`, code: 'required', message: 'is required' }))

const setAnswer = (
  definition: AgentDefinition,
  question: TemplateQuestion,
  answer: unknown,
): Issue[] => {
  const parsed = parseInput(ANSWER_TYPES[question.type], answer)
  if ('issues' in parsed) return parsed.issues.map((issue) => issueOf(question, issue))
  for (const path of question.sets) memberAt(definition, path).set(parsed.data)
  return []
}

/** Answers can name roles and other records of the centre, alone or in a list. */
const assertKnownRecords = async (
  tx: Transaction,
  path: string,
  answer: unknown,
): Promise<void> => {
  const named = Array.isArray(answer)
    ? answer.map((id: unknown, index) => [`${path}.${index}`, id] as const)
    : [[path, answer] as const]
  for (const [at, id] of named) {
    const entity = typeof id === 'string' ? subjectOf(id)?.type : undefined
    if (entity && RECORDS[entity].referable)
      await assertReferences(tx, entity as Referable, { [at]: id as string })
  }
}

/** What an answer makes impossible is refused at the answer. The rest of a draft may be unfinished. */
const checked = (
  { platform }: Transaction,
  changed: AgentDefinition,
  asked: readonly TemplateQuestion[],
): AgentDefinition => {
  const questionOf = (issue: Issue) =>
    asked.find(({ sets }) => sets.some((path) => isAt(changed, path, issue)))
  const atAnswer = (issue: Issue): Issue => {
    const question = questionOf(issue)
    return question ? issueOf(question, { ...issue, path: '' }) : issue
  }
  const parsed = parseInput(AgentDefinition, changed)
  if ('issues' in parsed) throw invalidMembers(parsed.issues.map(atAnswer))
  refuseAny(problemsOf(parsed.data, platform.registry).filter(questionOf).map(atAnswer))
  return parsed.data
}

const isAt = (definition: AgentDefinition, path: string, issue: Issue): boolean =>
  `${issue.path}.`.startsWith(`${numbered(definition, path)}.`)

const issueOf = ({ name }: TemplateQuestion, issue: Issue): Issue => ({
  ...issue,
  path: ['parameters', name, issue.path].filter((part) => part !== '').join('.'),
})

const refuseAny = (issues: Issue[]): void => {
  if (issues.length > 0) throw invalidMembers(issues)
}
