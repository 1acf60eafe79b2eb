import { invalidMembers } from '#platform/core/errors/errors.ts'
import type { Issue } from '#platform/core/input/issue.ts'
import { parseInput } from '#platform/core/input/parse-input.ts'
import { AgentDefinition } from '../definitions/definition.ts'
import { ANSWER_TYPES } from './answer-types.ts'
import { memberAt } from './member-at.ts'
import { numbered } from './numbered.ts'
import type { OfferedTemplate } from './offered-template.ts'
import { pathsOfPeople } from './paths-of-people.ts'
import type { TemplateParameter } from './template-parameter.ts'

/**
 * The template of a definition and its questions. The ids of people are left out of members for which a question
 * asks, which then must be answered; anywhere else they are refused.
 */
export const templateToOffer = (
  definition: AgentDefinition,
  parameters: TemplateParameter[],
): OfferedTemplate => {
  const people = pathsOfPeople(definition)
  const asked = parameters
    .filter(({ type }) => type === 'ID' || type === 'IDS')
    .flatMap(({ sets }) => sets)
    .filter((path) => people.some((at) => isWithin(at, numbered(definition, path))))
  const issues = [
    ...parameters.flatMap((parameter, index) => unfitting(definition, parameter, index)),
    ...people
      .filter((at) => !asked.some((path) => isWithin(at, numbered(definition, path))))
      .map(personAt),
  ]
  if (issues.length > 0) throw invalidMembers(issues)
  const left = structuredClone(definition)
  for (const path of asked) memberAt(left, path).remove()
  return { definition: AgentDefinition.parse(left), parameters }
}

const isWithin = (path: string, member: string): boolean => `${path}.`.startsWith(`${member}.`)

const personAt = (path: string): Issue => ({
  path: `definition.${path}`,
  code: 'not_allowed',
  message:
    'a template cannot contain the ID of a person or of a record about a person. Let a question of the type ID or IDS set this member, or remove it from the draft',
})

/** Members that the definition does not have, or whose value is no answer of the question’s type. */
const unfitting = (
  definition: AgentDefinition,
  { sets, type }: TemplateParameter,
  index: number,
): Issue[] =>
  sets.flatMap((path, position): Issue[] => {
    const at = `parameters.${index}.sets.${position}`
    const { value } = memberAt(definition, path)
    if (value === undefined)
      return [{ path: at, code: 'not_found', message: `the draft has no member ${path}` }]
    if (value === null || 'data' in parseInput(ANSWER_TYPES[type], value)) return []
    const message = `${path} of the draft is no answer of the type ${type}`
    return [{ path: at, code: 'invalid_type', message }]
  })
