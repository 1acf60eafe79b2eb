import { z } from 'zod'
import { because } from '#platform/core/input/issue.ts'
import { ANY_RECORD, naming } from '#platform/core/records/ids.ts'
import { line } from '#platform/core/records/record.ts'
import { memberName } from '../definitions/nodes/members.ts'
import { ANSWER_TYPES } from './answer-types.ts'

type AnswerType = keyof typeof ANSWER_TYPES

const memberPath = z
  .string()
  .max(200)
  .regex(/^[a-zA-Z]\w*(?:\.\w+)+$/, { error: 'must be a path such as nodes.ask.roles' })

const parameter = {
  name: memberName.meta({
    description: 'Name of the answer in `parameters` of `POST /v1/agents`.',
    example: 'dueWithinDays',
  }),
  label: line(200).meta({
    description: 'Question.',
    example: 'How many days ahead should the agent look?',
  }),
  type: z.enum(Object.keys(ANSWER_TYPES) as [AnswerType, ...AnswerType[]]).meta({
    description:
      'Type of the answer. TIME: local time, such as 08:00. RECURRENCE: RFC 5545 rule, such as `FREQ=WEEKLY;BYDAY=MO`. ROLE and ROLES: a role, or a list of roles. ID and IDS: a record of the centre, or a list of records.',
    example: 'INTEGER',
  }),
  help: line(500).nullable().default(null).meta({
    description: 'Explanation of the answer; null if the question is sufficient.',
    example: '0 for children who are due today or overdue.',
  }),
  sets: z
    .array(memberPath)
    .min(1)
    .max(10)
    .meta({
      description:
        'Members of the definition that take the answer. Nodes are named by ID, and inputs by name.',
      example: ['inputs.dueWithinDays.default'],
    }),
}

/** A question of a template, and the members that its answer sets. */
export const TemplateParameter = z.strictObject(parameter).meta({ id: 'AgentTemplateParameter' })
export type TemplateParameter = z.infer<typeof TemplateParameter>
export type TemplateParameterInput = z.input<typeof TemplateParameter>

export const TemplateParameters = z
  .array(TemplateParameter)
  .max(20)
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, {
    error: 'must not repeat a name',
    params: because('duplicate'),
  })

/** A question with the answer that applies if none is given. */
export const TemplateQuestion = z
  .strictObject({
    ...parameter,
    required: z.boolean().meta({
      description: 'Whether you must answer, because the template has no default.',
      example: false,
    }),
    default: naming(ANY_RECORD, z.unknown()).meta({
      description: 'Answer that applies if you send none; null if you must answer.',
      example: 0,
    }),
  })
  .meta({ id: 'AgentTemplateQuestion' })
export type TemplateQuestion = z.infer<typeof TemplateQuestion>
