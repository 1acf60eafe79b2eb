import { z } from 'zod'
import type { AgentRunStep as AgentRunStepModel } from '#prisma/generated/client.ts'
import { growing } from '#platform/core/growing.ts'
import { ANY_RECORD, exampleId, idOf, naming } from '#platform/core/ids.ts'
import { fromJson } from '#platform/core/json.ts'
import { recordMembers, recordOf } from '#platform/core/record.ts'
import { resourceSchema } from '#platform/core/resource-schema.ts'
import { utc, utcOrNull } from '#platform/core/time.ts'
import { DecideAgentRun, durationOf } from '../agent-runs/schemas.ts'
import { UNUSED, usage, type Usage } from '../agent-runs/usage.ts'
import { nodeId } from '../definitions/members.ts'
import { NODE_TYPES } from '../definitions/nodes.ts'

export const STEP_TYPES = [...NODE_TYPES, 'TRIGGER'] as const
export type StepType = (typeof STEP_TYPES)[number]

export const STEP_STATUSES = ['WAITING', 'RUNNING', 'SUCCEEDED', 'FAILED'] as const

const moment = (description: string, example: string | null = null) =>
  z.iso.datetime().nullable().meta({ description, example })

const Output = z.record(z.string(), naming(ANY_RECORD, z.unknown()))

const failure = z
  .strictObject({
    code: z.string().meta({
      description:
        'A code of problems, or `expression_failed`, `items_failed`, `too_many_steps`, `starter_gone`, `run_ended` or `unavailable`; of an AGENT what the model failed by, `agent_budget_exhausted`, `turns_exhausted`, `tokens_exhausted` or `output_invalid`.',
      example: 'expression_failed',
    }),
    message: z.string().meta({
      description: 'What went wrong, in words.',
      example: 'An expression has to come to true or false.',
    }),
  })
  .nullable()
  .meta({ description: 'Why it FAILED; null where it has not.', example: null })

export const AgentRunStep = resourceSchema('AgentRunStep', {
  id: idOf('agentRunStep'),
  runId: idOf('agentRun'),
  node: z.string().meta({
    description: 'The id of the node; `$event` of the event that has started the run.',
    example: 'due',
  }),
  item: z.int().meta({
    description: 'Which item of a FOR_EACH, counted from 1; 0 outside of one.',
    example: 0,
  }),
  type: growing(z.enum(STEP_TYPES)).meta({
    description: 'What the node does; TRIGGER: the event that has started the run.',
    example: 'QUERY',
  }),
  status: z.enum(STEP_STATUSES).meta({
    description:
      'WAITING for a decision or a time; RUNNING while a FOR_EACH goes through its items; or what came of it.',
    example: 'SUCCEEDED',
  }),
  output: Output.meta({
    description: 'What it came to, as `steps` has it in expressions.',
    example: { rows: [], truncated: false },
  }),
  failure,
  dueAt: moment('Until when it waits, in UTC; null where it does not.'),
  approval: z
    .strictObject({
      decision: z.enum(['APPROVED', 'REJECTED']).meta({ description: 'What was decided.' }),
      decidedBy: z.string().meta({
        description: 'Who decided: the id of a user or an API key.',
        example: exampleId('apiKey'),
      }),
      decidedAt: z.iso
        .datetime()
        .meta({ description: 'When it was decided, in UTC.', example: '2026-11-21T10:00:00.000Z' }),
      reason: z
        .string()
        .nullable()
        .meta({ description: 'Why; null when they gave no reason.', example: null }),
    })
    .nullable()
    .meta({
      description: 'Of an APPROVAL that somebody has decided on; else null.',
      example: null,
    }),
  usage,
  finishedAt: moment(
    'When it was settled, in UTC; null while it waits.',
    '2026-11-21T09:30:00.000Z',
  ),
  ...recordMembers,
})
export type AgentRunStep = z.infer<typeof AgentRunStep>

const input = z
  .record(z.string(), z.unknown())
  .default({})
  .meta({
    description: 'The inputs of the agent, by their names; those left out take their defaults.',
    example: { dueWithinDays: 14 },
  })

export const StartConfiguredRun = z
  .strictObject({ input })
  .meta({ id: 'StartConfiguredRun', example: { input: { dueWithinDays: 14 } } })

export const RetryAgentRun = z
  .strictObject({
    node: nodeId.nullable().default(null).meta({
      description: 'The node to go on from, which the run had come to; null: the one that failed.',
      example: null,
    }),
  })
  .meta({ id: 'RetryAgentRun', example: { node: null } })
export type RetryAgentRun = z.infer<typeof RetryAgentRun>

export const DecideAgentRunStep = DecideAgentRun

export const PreviewAgent = z
  .strictObject({
    input,
    eventId: idOf('event').nullable().default(null).meta({
      description: 'The event that starts it, of an agent that is started by events.',
      example: null,
    }),
    answers: z.record(nodeId, naming(ANY_RECORD, z.unknown())).default({}).meta({
      description:
        'What models answer, by the ids of AGENT nodes: none is asked there. null where none is given.',
      example: {},
    }),
    askModels: z.boolean().default(false).meta({
      description:
        'Whether models are asked at the first five AGENT nodes that `answers` has nothing for. Their tools read, and say what they would do.',
      example: false,
    }),
    node: nodeId.nullable().default(null).meta({
      description: 'Only this node is carried out, with `steps` and `item`; null: all of them.',
      example: null,
    }),
    steps: z
      .record(nodeId, z.record(z.string(), naming(ANY_RECORD, z.unknown())))
      .default({})
      .meta({
        description: 'What nodes before `node` have come to, by their ids.',
        example: {},
      }),
    item: naming(ANY_RECORD, z.unknown()).default(null).meta({
      description: 'The item of a FOR_EACH that `node` is carried out for; null: none.',
      example: null,
    }),
  })
  .meta({ id: 'PreviewAgent', example: { input: { dueWithinDays: 14 } } })
export type PreviewAgent = z.infer<typeof PreviewAgent>

export const AgentPreview = resourceSchema('AgentPreview', {
  status: z.enum(['SUCCEEDED', 'FAILED', 'CANCELLED', 'CUT_OFF']).meta({
    description: 'How the run would end; CUT_OFF: it has more steps than a preview shows.',
    example: 'SUCCEEDED',
  }),
  steps: z
    .array(
      z
        .strictObject({
          node: AgentRunStep.shape.node,
          item: AgentRunStep.shape.item,
          type: AgentRunStep.shape.type,
          status: z.enum(['SUCCEEDED', 'FAILED']).meta({ description: 'What would come of it.' }),
          output: Output.meta({
            description:
              'What it comes to now; of an ACTION and a NOTIFY `wouldDo` says what it would do.',
            example: { rows: [], truncated: false },
          }),
          failure,
        })
        .meta({ id: 'AgentPreviewStep' }),
    )
    .meta({ description: 'In the order in which they would be carried out, at most 200.' }),
})
export type AgentPreview = z.infer<typeof AgentPreview>

/** @param used what its models have used */
export const toAgentRunStep = (
  row: AgentRunStepModel,
  used: Omit<Usage, 'durationMs'> = UNUSED,
): AgentRunStep => ({
  id: row.id,
  runId: row.runId,
  node: row.node,
  item: row.item,
  type: row.type as AgentRunStep['type'],
  status: row.status as AgentRunStep['status'],
  output: fromJson(Output, row.output),
  failure:
    row.failureCode === null ? null : { code: row.failureCode, message: row.failureMessage! },
  dueAt: utcOrNull(row.waitsUntil),
  approval: row.decision && {
    decision: row.decision,
    decidedBy: row.decidedBy!,
    decidedAt: utc(row.decidedAt!),
    reason: row.decisionReason,
  },
  usage: { durationMs: durationOf(row.startedAt, row.finishedAt), ...used },
  finishedAt: utcOrNull(row.finishedAt),
  ...recordOf(row),
})
