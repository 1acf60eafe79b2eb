import { z } from 'zod'
import { pageMembers } from '#platform/core/lists/paging.ts'
import { growing } from '#platform/core/schemas/growing.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { AgentDefinition } from '../definitions/definition.ts'
import { AGENT_TEMPLATES } from './index.ts'
import { memberAt } from './member-at.ts'
import { OfferedTemplate } from './offered-template.ts'
import { TemplateQuestion } from './template-parameter.ts'

/** Kept short, because the response explains templates. */
const EXAMPLE = AgentDefinition.parse({
  trigger: { type: 'MANUAL' },
  start: 'late',
  nodes: [{ id: 'late', type: 'QUERY', query: 'tasks_overdue' }],
})

const QUESTION: TemplateQuestion = {
  name: 'dueWithinDays',
  label: 'Within how many days must an assessment be due?',
  type: 'INTEGER',
  help: '0 for children who are due today or overdue.',
  sets: ['inputs.dueWithinDays.default'],
  required: false,
  default: 0,
}

const Template = z
  .strictObject({
    name: z.string().meta({
      description:
        'Name of the template, for `template` in `POST /v1/agents`. For an agent that the centre offers, its ID.',
      example: 'assessment_recall',
    }),
    title: z.string().meta({ description: 'Name of the template.', example: 'Assessment recall' }),
    description: z.string().meta({
      description: 'Description.',
      example: 'Children who are due for an assessment, the most urgent first.',
    }),
    needsModel: z.boolean().meta({
      description: 'Whether the agent requires a language model of the centre.',
      example: false,
    }),
    origin: growing(z.enum(['PLATFORM', 'CENTRE'])).meta({
      description:
        'Who offers the template. CENTRE: an agent of the centre (`POST /v1/agents/{id}/offer-as-template`).',
      example: 'PLATFORM',
    }),
    parameters: z.array(TemplateQuestion).meta({
      description:
        'Questions of the template. Send the answers as `parameters` in `POST /v1/agents`.',
      example: [QUESTION],
    }),
    definition: AgentDefinition.meta({
      description: 'Definition for the draft.',
      example: EXAMPLE,
    }),
  })
  .meta({ id: 'AgentTemplate' })

export const AgentTemplates = resourceSchema('AgentTemplates', {
  data: z
    .array(Template)
    .meta({ description: 'All templates: those of the platform, then those of the centre.' }),
  ...pageMembers,
  templates: z
    .array(Template)
    .meta({ description: 'The same as `data`, under its former name.', deprecated: true }),
})
export type AgentTemplates = z.infer<typeof AgentTemplates>

/** A template as the API shows it. */
export type AgentTemplate = AgentTemplates['data'][number]

export const toAgentTemplate = (
  shown: Pick<AgentTemplate, 'name' | 'title' | 'description' | 'origin'>,
  { definition, parameters }: OfferedTemplate,
): AgentTemplate => ({
  ...shown,
  needsModel: definition.nodes.some(({ type }) => type === 'AGENT'),
  parameters: parameters.map((parameter) => toQuestion(definition, parameter)),
  definition,
})

/** The default of a question is what the definition has already. */
const toQuestion = (
  definition: AgentDefinition,
  parameter: OfferedTemplate['parameters'][number],
): TemplateQuestion => {
  const value = memberAt(definition, parameter.sets[0]!).value ?? null
  return { ...parameter, required: value === null, default: value }
}

/** The templates of the platform. */
export const TEMPLATES: readonly AgentTemplate[] = AGENT_TEMPLATES.map(
  ({ name, title, description, ...template }) =>
    toAgentTemplate(
      { name, title, description, origin: 'PLATFORM' },
      OfferedTemplate.parse(template),
    ),
)
