import { z } from 'zod'
import type { AgentRunStep as AgentRunStepModel } from '#prisma/generated/client.ts'
import { growing } from '#platform/core/schemas/growing.ts'
import { ANY_RECORD, exampleId, idOf, naming } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { prose, recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { utc, utcOrNull } from '#platform/core/time/time.ts'
import { WITHHELD, withheldMember } from '#platform/core/access/withheld.ts'
import { durationOf, UNUSED, usage, type Usage } from './usage.ts'
import type { Doing } from '../definitions/checks/what-may-follow.ts'
import { NODE_TYPES } from '../definitions/nodes/nodes.ts'

export const STEP_TYPES = [...NODE_TYPES, 'TRIGGER'] as const
export type StepType = (typeof STEP_TYPES)[number]

export const STEP_STATUSES = ['WAITING', 'RUNNING', 'SUCCEEDED', 'FAILED'] as const

const moment = (description: string, example: string | null = null) =>
  z.iso.datetime().nullable().meta({ description, example })

export const Output = z.record(z.string(), naming(ANY_RECORD, z.unknown()))

export const failure = z
  .strictObject({
    code: z.string().meta({
      description:
        'Problem code, or `expression_failed`, `items_failed`, `too_many_steps`, `starter_gone`, `run_ended` or `unavailable`. For an AGENT, a failure of the model, `agent_budget_exhausted`, `run_budget_exhausted`, `turns_exhausted`, `tokens_exhausted` or `output_invalid`.',
      example: 'expression_failed',
    }),
    message: z.string().meta({
      description: 'Description of the failure.',
      example: 'An expression has to come to true or false.',
    }),
  })
  .nullable()
  .meta({ description: 'Reason why the step FAILED; null otherwise.', example: null })

const WhatFollows = z
  .strictObject({
    node: z.string().meta({ description: 'ID of the node.', example: 'write' }),
    item: z.int().meta({
      description: 'Number of the FOR_EACH item, counted from 1; 0 outside a FOR_EACH.',
      example: 0,
    }),
    type: growing(z.enum(STEP_TYPES)).meta({
      description: 'What the node does.',
      example: 'ACTION',
    }),
    action: z.string().nullable().meta({
      description: 'Action in the catalog; null if the run waits or asks a model.',
      example: 'message_guardians',
    }),
    title: z.string().meta({
      description: 'Description of the action.',
      example: 'Write to the guardians of a child',
    }),
    writesToPeople: z
      .boolean()
      .meta({ description: 'Whether messages go to people outside the centre.', example: true }),
    text: z.string().nullable().meta({
      description:
        'Message with its recipients, or records and values of the action; null in lists, and if withheld.',
      example: 'To: Mara Muster\n\nTime for an appointment\n\nHello Mara,',
    }),
    withheld: withheldMember('`text`'),
  })
  .meta({ id: 'AgentRunStepWhatFollows' })

export const AgentRunStep = resourceSchema('AgentRunStep', {
  id: idOf('agentRunStep'),
  runId: idOf('agentRun'),
  node: z.string().meta({
    description: 'ID of the node; `$event` for the event that started the run.',
    example: 'due',
  }),
  item: z.int().meta({
    description: 'Number of the FOR_EACH item, counted from 1; 0 outside a FOR_EACH.',
    example: 0,
  }),
  type: growing(z.enum(STEP_TYPES)).meta({
    description: 'Type of the node. TRIGGER is the event that started the run.',
    example: 'QUERY',
  }),
  status: z.enum(STEP_STATUSES).meta({
    description:
      'WAITING while the step waits for a decision or a time; RUNNING while a FOR_EACH processes its items; otherwise the result.',
    example: 'SUCCEEDED',
  }),
  output: Output.meta({
    description: 'Result, as expressions see it in `steps`.',
    example: { rows: [], truncated: false },
  }),
  withheld: withheldMember('`output` and the message in `failure`'),
  failure,
  dueAt: moment('When the wait ends, in UTC; null if the step is not waiting.'),
  ifApproved: z.array(WhatFollows).nullable().meta({
    description:
      'For a waiting APPROVAL: what follows the approval, up to the next model call or wait. Null otherwise. If you retrieve the step by ID, the texts are included, computed now for you; the records may change before the approval.',
    example: null,
  }),
  names: z
    .array(
      z.strictObject({
        id: naming(ANY_RECORD, z.string()).meta({
          description: 'ID in the output.',
          example: exampleId('child'),
        }),
        name: z.string().meta({ description: 'Name of the person.', example: 'Mia Sommer' }),
      }),
    )
    .meta({
      description:
        'For a waiting APPROVAL that you retrieve by ID: the names of the people whose IDs are in `output`, as far as you may read them. Otherwise empty.',
      example: [],
    }),
  approval: z
    .strictObject({
      decision: z.enum(['APPROVED', 'REJECTED']).meta({ description: 'The decision.' }),
      decidedBy: z.string().meta({
        description: 'ID of the user or API key that decided.',
        example: exampleId('apiKey'),
      }),
      decidedAt: z.iso.datetime().meta({
        description: 'When the decision was made, in UTC.',
        example: '2026-11-21T10:00:00.000Z',
      }),
      reason: z
        .string()
        .nullable()
        .meta({ description: 'Reason for the decision; null if none was given.', example: null }),
      alone: z.boolean().meta({
        description:
          'Whether the run acts for the person who approved it, who was the only one who could (`soleApprovals` in `GET /v1/organization`).',
        example: false,
      }),
    })
    .nullable()
    .meta({
      description: 'Decision on an APPROVAL; null otherwise.',
      example: null,
    }),
  usage,
  finishedAt: moment(
    'When the step was settled, in UTC; null while it is pending.',
    '2026-11-21T09:30:00.000Z',
  ),
  ...recordMembers,
})
export type AgentRunStep = z.infer<typeof AgentRunStep>

export const DecideAgentRunStep = z
  .strictObject({
    reason: prose(2000)
      .min(1)
      .nullable()
      .default(null)
      .meta({ description: 'Reason, for the record; null for none.', example: null }),
  })
  .meta({ id: 'DecideAgentRunStep', example: { reason: 'Not during the holidays.' } })

/**
 * @param withheld permissions for the step's output that the reader lacks
 * @param used the model usage of the step
 * @param follows the actions after the step's approval; null if it needs no approval
 */
export const toAgentRunStep = (
  row: AgentRunStepModel,
  withheld: readonly string[],
  used: Omit<Usage, 'durationMs'> = UNUSED,
  follows: readonly Doing[] | null = null,
): AgentRunStep => ({
  id: row.id,
  runId: row.runId,
  node: row.node,
  item: row.item,
  type: row.type as AgentRunStep['type'],
  status: row.status as AgentRunStep['status'],
  output: withheld.length === 0 ? fromJson(Output, row.output) : {},
  withheld: [...withheld],
  failure:
    row.failureCode === null
      ? null
      : { code: row.failureCode, message: withheld.length === 0 ? row.failureMessage! : WITHHELD },
  dueAt: utcOrNull(row.waitsUntil),
  ifApproved: follows && follows.map((it) => ({ ...it, item: row.item, text: null, withheld: [] })),
  names: [],
  approval: row.decision && {
    decision: row.decision,
    decidedBy: row.decidedBy!,
    decidedAt: utc(row.decidedAt!),
    reason: row.decisionReason,
    alone: row.decidedAlone,
  },
  usage: { durationMs: durationOf(row.startedAt, row.finishedAt), ...used },
  finishedAt: utcOrNull(row.finishedAt),
  ...recordOf(row),
})
