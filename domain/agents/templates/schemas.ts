import { z } from 'zod'
import { pageMembers } from '#platform/core/lists/paging.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { AgentDefinition } from '../definitions/definition.ts'
import { AGENT_TEMPLATES } from './index.ts'

/** Kept short, because the response explains templates. */
const EXAMPLE = AgentDefinition.parse({
  trigger: { type: 'MANUAL' },
  start: 'late',
  nodes: [{ id: 'late', type: 'QUERY', query: 'tasks_overdue' }],
})

const AgentTemplate = z
  .strictObject({
    name: z.string().meta({
      description: 'Name of the template, for `template` in `POST /v1/agents`.',
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
    definition: AgentDefinition.meta({
      description: 'Definition for the draft.',
      example: EXAMPLE,
    }),
  })
  .meta({ id: 'AgentTemplate' })

export const AgentTemplates = resourceSchema('AgentTemplates', {
  data: z.array(AgentTemplate).meta({ description: 'All templates.' }),
  ...pageMembers,
  templates: z
    .array(AgentTemplate)
    .meta({ description: 'The same as `data`, under its former name.', deprecated: true }),
})
export type AgentTemplates = z.infer<typeof AgentTemplates>

export const TEMPLATES: AgentTemplates['templates'] = AGENT_TEMPLATES.map(
  ({ definition, ...template }) => ({
    ...template,
    needsModel: definition.nodes.some(({ type }) => type === 'AGENT'),
    definition: AgentDefinition.parse(definition),
  }),
)
