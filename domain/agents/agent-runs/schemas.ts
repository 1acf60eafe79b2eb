import { z } from 'zod'
import { growing } from '#platform/core/growing.ts'
import type { AgentAction as ActionModel, AgentRun as RunModel } from '#prisma/generated/client.ts'
import { ANY_RECORD, exampleId, idOf, naming } from '#platform/core/ids.ts'
import { fromJson } from '#platform/core/json.ts'
import { prose, recordMembers, recordOf } from '#platform/core/record.ts'
import { resourceSchema } from '#platform/core/resource-schema.ts'
import { utc, utcOrNull } from '#platform/core/time.ts'
import { usage, UNUSED, type Usage } from './usage.ts'
import { RecallCriteria, RecallReason, StatedCriteria } from '../recall/schemas.ts'

/** What `agent` is of a run of an agent that the centre configures. */
export const CONFIGURED = 'CONFIGURED'
export const RUNNING_AGENTS = ['ASSESSMENT_RECALL', CONFIGURED] as const

const agent = growing(z.enum(['ASSESSMENT_RECALL'])).meta({ description: 'Which agent runs.' })

export const AgentRunStatus = [
  'RUNNING',
  'WAITING',
  'SUCCEEDED',
  'FAILED',
  'CANCELLED',
  'PAUSED',
] as const
const ActionStatus = ['PROPOSED', 'DONE', 'SKIPPED', 'CANCELLED'] as const

const count = (description: string, example: number) => z.int().meta({ description, example })
const decisionReason = prose(2000).min(1).nullable().meta({ example: null })

export const AgentRun = resourceSchema('AgentRun', {
  id: idOf('agentRun'),
  agent: growing(z.enum(RUNNING_AGENTS)).meta({
    description: 'Which agent runs; CONFIGURED: one of the centre’s own.',
  }),
  agentId: idOf('agent').nullable().meta({
    description: 'The agent, where it is CONFIGURED.',
    example: null,
  }),
  agentVersion: z.int().nullable().meta({
    description: 'Its version, where it is CONFIGURED: the one that was published at the start.',
    example: null,
  }),
  retryOf: idOf('agentRun').nullable().meta({
    description: 'The run that it goes on from (`POST /v1/agent-runs/{id}/retry`); else null.',
    example: null,
  }),
  status: z.enum(AgentRunStatus).meta({
    description:
      'WAITING for an approval or a time; PAUSED until it is resumed; CANCELLED also when it was rejected or nobody decided.',
    example: 'WAITING',
  }),
  input: z
    .union([StatedCriteria, z.record(z.string(), naming(ANY_RECORD, z.unknown()))])
    .meta({ description: 'What it was started with.', example: { dueWithinDays: 14 } }),
  startedBy: z.string().meta({
    description: 'Who started the run: the id of a user or an API key, or the name of the system.',
    example: exampleId('apiKey'),
  }),
  expiresAt: z.iso.datetime().nullable().meta({
    description: 'Until when what it proposes can be approved; null where it is CONFIGURED.',
    example: '2026-11-28T09:30:00.000Z',
  }),
  approval: z
    .strictObject({
      decision: z
        .enum(['APPROVED', 'REJECTED'])
        .meta({ description: 'What was decided about the proposals.' }),
      decidedBy: z.string().meta({
        description: 'Who decided: the id of a user or an API key.',
        example: exampleId('apiKey'),
      }),
      decidedAt: z.iso
        .datetime()
        .meta({ description: 'When it was decided, in UTC.', example: '2026-11-21T10:00:00.000Z' }),
      reason: decisionReason.meta({
        description: 'Why, in the words of who decided; null when they gave no reason.',
      }),
    })
    .nullable()
    .meta({ description: 'Null while nobody has decided.' }),
  progress: z
    .strictObject({
      proposed: count('Actions that are still to be done.', 12),
      done: count('Actions that were done.', 30),
      skipped: count('Not needed any more when their turn came.', 2),
      cancelled: count('Never done: rejected, or expired.', 0),
    })
    .meta({ description: 'Number of the run’s actions by what became of them.' }),
  failure: z
    .strictObject({
      code: z.string().meta({
        description: 'Why: a code of problems, or of the step that failed.',
        example: 'expression_failed',
      }),
      node: z.string().nullable().meta({ description: 'The node that failed.', example: 'ask' }),
    })
    .nullable()
    .meta({ description: 'Why the run FAILED; null where it has not.', example: null }),
  usage,
  finishedAt: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'When the run ended, in UTC; null while it has not.', example: null }),
  ...recordMembers,
})
export type AgentRun = z.infer<typeof AgentRun>

export const AgentAction = resourceSchema('AgentAction', {
  id: idOf('agentAction'),
  runId: idOf('agentRun'),
  rank: z
    .int()
    .meta({ description: 'Place in the ranking, counted from 1, the most urgent.', example: 1 }),
  childId: idOf('child'),
  reasons: z
    .array(RecallReason)
    .meta({ description: 'Why the child is in the list, each reason with its points.' }),
  proposal: z
    .strictObject({
      template: growing(z.enum(['assessment.recall'])).meta({
        description: 'Template of the message that would be sent.',
      }),
      recipientIds: z.array(idOf('client')).meta({ description: 'Clients who would receive it.' }),
    })
    .meta({ description: 'What the agent proposes to do.' }),
  status: z.enum(ActionStatus).meta({
    description:
      'Whether the action waits for a decision, was done, was not needed any more, or was called off.',
  }),
  outcome: z.string().nullable().meta({
    description: 'What was done, or why it was not, in words; null while it is not settled.',
    example: 'e-mail to 2 guardian(s)',
  }),
  settledAt: z.iso.datetime().nullable().meta({
    description: 'When it was done, skipped or cancelled, in UTC; null before.',
    example: null,
  }),
  ...recordMembers,
})
export type AgentAction = z.infer<typeof AgentAction>

export const StartAgentRun = z
  .strictObject({
    agent,
    input: RecallCriteria.prefault({}).meta({
      description: 'What the agent looks for; members that are absent take their defaults.',
    }),
  })
  .meta({ id: 'StartAgentRun', example: { agent: 'ASSESSMENT_RECALL', input: { limit: 50 } } })
export type StartAgentRun = z.infer<typeof StartAgentRun>

export const DecideAgentRun = z
  .strictObject({
    reason: decisionReason
      .default(null)
      .meta({ description: 'Why, for the record; null for no reason.' }),
  })
  .meta({ id: 'DecideAgentRun', example: { reason: 'Not during the holidays.' } })

export type AgentRunRow = RunModel & { actions: Pick<ActionModel, 'status'>[] }

/** @param used what its models have used */
export const toAgentRun = (row: AgentRunRow, used: Used = UNUSED): AgentRun => {
  const { decision, decidedBy, decidedAt, decisionReason: reason } = row
  const countOf = (status: ActionModel['status']) =>
    row.actions.filter((action) => action.status === status).length
  return {
    id: row.id,
    agent: row.agent as AgentRun['agent'],
    agentId: row.agentId,
    agentVersion: row.agentVersion,
    retryOf: row.retryOf,
    status: row.status,
    input: fromJson(AgentRun.shape.input, row.input),
    startedBy: row.startedBy,
    expiresAt: utcOrNull(row.expiresAt),
    approval: decision && {
      decision,
      decidedBy: decidedBy!,
      decidedAt: utc(decidedAt!),
      reason,
    },
    progress: {
      proposed: countOf('PROPOSED'),
      done: countOf('DONE'),
      skipped: countOf('SKIPPED'),
      cancelled: countOf('CANCELLED'),
    },
    failure: row.failureCode === null ? null : { code: row.failureCode, node: row.failedNode },
    usage: { durationMs: durationOf(row.createdAt, row.finishedAt), ...used },
    finishedAt: utcOrNull(row.finishedAt),
    ...recordOf(row),
  }
}

type Used = Omit<Usage, 'durationMs'>

export const durationOf = (from: Date, to: Date | null): number | null =>
  to && Math.max(0, to.getTime() - from.getTime())

export const toAgentAction = (row: ActionModel): AgentAction => ({
  id: row.id,
  runId: row.runId,
  rank: row.rank,
  childId: row.subjectId,
  reasons: fromJson(AgentAction.shape.reasons, row.reasons),
  proposal: fromJson(AgentAction.shape.proposal, row.proposal),
  status: row.status,
  outcome: row.outcome,
  settledAt: utcOrNull(row.settledAt),
  ...recordOf(row),
})
