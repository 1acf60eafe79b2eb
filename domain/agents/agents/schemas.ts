import { z } from 'zod'
import type {
  Agent as AgentModel,
  AgentVersion as AgentVersionModel,
} from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { growing } from '#platform/core/schemas/growing.ts'
import { archivableMembers, archivableOf, line, prose } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { utc, utcOrNull } from '#platform/core/time/time.ts'
import {
  AgentDefinition,
  type AgentDefinitionInput,
  definitionOf,
} from '../definitions/definition.ts'
import { memberName } from '../definitions/nodes/members.ts'
import { TemplateParameters } from '../templates/template-parameter.ts'
import { AGENT_STATUSES, PAUSE_REASONS, statusOf, type PauseReason } from './rules.ts'

const EXAMPLE: AgentDefinitionInput = {
  trigger: { type: 'MANUAL' },
  inputs: [{ name: 'dueWithinDays', type: 'INTEGER', default: 14 }],
  start: 'due',
  nodes: [
    {
      id: 'due',
      type: 'QUERY',
      query: 'children_due_for_assessment',
      parameters: { dueWithinDays: { expression: 'input.dueWithinDays' } },
      next: 'any',
    },
    { id: 'any', type: 'CONDITION', when: 'size(steps.due.rows) > 0', next: 'ask' },
    {
      id: 'ask',
      type: 'NOTIFY',
      to: 'SCHEDULER',
      text: '{{ size(steps.due.rows) }} children are due for an assessment',
    },
  ],
}

/** The definition as the API shows it, with defaults filled in. */
const SHOWN = AgentDefinition.parse(EXAMPLE)

const members = {
  name: line(200).meta({ description: 'Name of the agent.', example: 'Assessments that are due' }),
  description: prose(2_000).min(1).nullable().meta({
    description: 'Purpose of the agent; null if none is given.',
    example: null,
  }),
  definition: AgentDefinition.meta({
    description: 'Draft of the next version, from its trigger to its end.',
    example: SHOWN,
  }),
}

export const Agent = resourceSchema('Agent', {
  id: idOf('agent'),
  ...members,
  status: z.enum(AGENT_STATUSES).meta({
    description:
      'Status of the agent. ACTIVE agents can run: a version is published, and the agent is not paused.',
    example: 'DRAFT',
  }),
  publishedVersion: z.int().nullable().meta({
    description: 'Version with which runs start; null if none is published.',
    example: null,
  }),
  latestVersion: z.int().meta({
    description: 'Number of the latest version, or 0 if there is none.',
    example: 0,
  }),
  hasWebhookUrl: z.boolean().meta({
    description:
      'Whether the agent has a webhook URL. Messages to the URL start runs of the published version. A publication, a rollback or archiving can end the URL.',
    example: false,
  }),
  nextRunAt: z.iso.datetime().nullable().meta({
    description: 'When the next scheduled run is due, in UTC; null if there is no schedule.',
    example: null,
  }),
  pausedAt: z.iso.datetime().nullable().meta({
    description: 'When the agent was paused, in UTC; null if it is not paused.',
    example: null,
  }),
  pauseReason: growing(z.enum(PAUSE_REASONS)).nullable().meta({
    description:
      'Why the agent is paused. REQUESTED: a person paused it. FAILURES: `limits.pauseAfterFailures` runs in a row failed. Null if it is not paused.',
    example: null,
  }),
  failuresInARow: z.int().meta({
    description: 'Number of failed runs since the last success, or since the agent was resumed.',
    example: 0,
  }),
  templateOfferedAt: z.iso.datetime().nullable().meta({
    description:
      'When the agent was last offered as a template, in UTC; null if it is not offered. The template does not change with the draft.',
    example: null,
  }),
  ...archivableMembers,
})
export type Agent = z.infer<typeof Agent>

const withWebhook = Agent.extend({
  webhookUrl: z.url().meta({
    description:
      'Address for messages, returned only once; only its hash is stored. Anybody who has it can start the agent.',
    example: 'https://api.example.com/agent-webhooks/mNq0b3W7yR5tXk2vQ9sLfZ8cJ1hD4aGp6eUoTiYxKwE',
  }),
})
export const AgentWithWebhook = resourceSchema('AgentWithWebhook', withWebhook.shape)
export type AgentWithWebhook = z.infer<typeof AgentWithWebhook>

export const CreateAgent = z
  .strictObject({
    name: members.name,
    description: members.description.default(null),
    definition: members.definition.exactOptional(),
    template: z.string().max(60).exactOptional().meta({
      description:
        'Name of a template to start from, instead of a definition (`GET /v1/agent-templates`).',
      example: 'assessment_recall',
    }),
    parameters: z
      .record(memberName, z.unknown())
      .exactOptional()
      .meta({
        description:
          'Answers to the questions of the template, by name. Questions without an answer keep their default.',
        example: { dueWithinDays: 14 },
      }),
  })
  .meta({
    id: 'CreateAgent',
    example: { name: 'Assessments that are due', definition: EXAMPLE },
  })
export type CreateAgent = z.infer<typeof CreateAgent>

/** The format version of agent documents. Another number means another format. */
export const FORMAT_OF_AGENTS = 'agent/1'

const exported = {
  format: z.literal(FORMAT_OF_AGENTS).meta({ description: 'Format of the document.' }),
  name: members.name,
  description: members.description,
  definition: members.definition,
}
export const AgentExport = resourceSchema('AgentExport', exported)
export type AgentExport = z.infer<typeof AgentExport>

export const ImportAgent = z.strictObject(exported).meta({
  id: 'ImportAgent',
  example: {
    format: FORMAT_OF_AGENTS,
    name: 'Assessments that are due',
    description: null,
    definition: EXAMPLE,
  },
})

export const PatchAgent = z
  .strictObject({
    name: members.name.exactOptional(),
    description: members.description.exactOptional(),
    definition: members.definition.exactOptional(),
  })
  .meta({ id: 'PatchAgent', example: { name: 'Assessments of the next weeks' } })
export type PatchAgent = z.infer<typeof PatchAgent>

export const OfferAgentAsTemplate = z
  .strictObject({
    parameters: TemplateParameters.default([]).meta({
      description:
        'Questions for people who create an agent from the template, and the members that their answers set.',
      example: [],
    }),
  })
  .meta({
    id: 'OfferAgentAsTemplate',
    example: {
      parameters: [
        {
          name: 'dueWithinDays',
          label: 'How many days ahead should the agent look?',
          type: 'INTEGER',
          sets: ['inputs.dueWithinDays.default'],
        },
      ],
    },
  })
export type OfferAgentAsTemplate = z.infer<typeof OfferAgentAsTemplate>

export const RollBackAgent = z
  .strictObject({
    number: z
      .int()
      .min(1)
      .max(1_000_000)
      .meta({ description: 'Version with which runs start from now on.', example: 1 }),
  })
  .meta({ id: 'RollBackAgent', example: { number: 1 } })
export type RollBackAgent = z.infer<typeof RollBackAgent>

export const AgentVersion = resourceSchema('AgentVersion', {
  agentId: idOf('agent'),
  number: z.int().meta({ description: 'Number, counted from 1.', example: 1 }),
  definition: AgentDefinition.meta({ description: 'Description.', example: SHOWN }),
  publishedBy: z.string().meta({
    description: 'ID of the user or API key that published the version.',
    example: exampleId('apiKey'),
  }),
  publishedAt: z.iso.datetime().meta({
    description: 'When the version was published, in UTC.',
    example: '2026-11-21T09:30:00.000Z',
  }),
})
export type AgentVersion = z.infer<typeof AgentVersion>

const remark = {
  path: z.string().meta({
    description:
      'Path of the invalid member of the definition; `definition` for the whole definition.',
    example: 'nodes.2.next',
  }),
  node: z
    .string()
    .nullable()
    .meta({ description: 'ID of the node; null if the problem is not in a node.', example: 'ask' }),
  code: z.string().meta({
    description: 'Error code, as in `code` or `errors[].code` of problems.',
    example: 'not_found',
  }),
  message: z
    .string()
    .meta({ description: 'Description of the problem.', example: 'there is no node tell' }),
}

const Warning = z.strictObject(remark).meta({ id: 'AgentWarning' })
export type AgentWarning = z.infer<typeof Warning>

const warnings = z.array(Warning).meta({
  description:
    'Warnings that do not prevent publishing. For example, an expression has no value for some events (`may_be_missing`), you cannot approve runs that act for you (`second_person_required`), or people with a role cannot read the text of a task (`text_withheld`).',
  example: [],
})

const Problem = z
  .strictObject({
    ...remark,
    expression: z.string().nullable().meta({
      description: 'Expression in which the problem is; null if it is not in an expression.',
      example: 'event.data.initator == "CLIENT"',
    }),
    position: z
      .strictObject({
        line: z.int().meta({ description: 'Line, counted from 1.', example: 1 }),
        column: z.int().meta({ description: 'Column, counted from 1.', example: 12 }),
      })
      .nullable()
      .meta({ description: 'Position in the expression; null for the whole member.' }),
    suggestion: z.string().nullable().meta({
      description: 'What was probably meant instead; null if nothing is close.',
      example: 'initiator',
    }),
  })
  .meta({ id: 'AgentProblem' })

export const AgentValidation = resourceSchema('AgentValidation', {
  publishable: z.boolean().meta({
    description: 'Whether you can publish the draft.',
    example: false,
  }),
  problems: z
    .array(Problem)
    .meta({ description: 'Every problem that prevents publishing.', example: [] }),
  warnings,
})
export type AgentValidation = z.infer<typeof AgentValidation>

export const PublishedAgent = resourceSchema('PublishedAgent', { ...Agent.shape, warnings })
export type PublishedAgent = z.infer<typeof PublishedAgent>

export const toAgent = (row: AgentModel): Agent => ({
  id: row.id,
  name: row.name,
  description: row.description,
  definition: definitionOf(row),
  status: statusOf(row),
  publishedVersion: row.publishedVersion,
  latestVersion: row.latestVersion,
  hasWebhookUrl: row.webhookTokenHash !== null,
  nextRunAt: utcOrNull(row.nextRunAt),
  pausedAt: utcOrNull(row.pausedAt),
  pauseReason: row.pauseReason as PauseReason | null,
  failuresInARow: row.failuresInARow,
  templateOfferedAt: utcOrNull(row.templateOfferedAt),
  ...archivableOf(row),
})

export const toAgentVersion = (row: AgentVersionModel): AgentVersion => ({
  agentId: row.agentId,
  number: row.number,
  definition: definitionOf(row),
  publishedBy: row.publishedBy,
  publishedAt: utc(row.publishedAt),
})
