import { z } from 'zod'
import { growing } from '#platform/core/growing.ts'
import type { AgentAction as ActionModel, AgentRun as RunModel } from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/ids.ts'
import { prose, recordMembers, recordOf } from '#platform/core/record.ts'
import { resourceSchema } from '#platform/core/resource-schema.ts'
import { utc, utcOrNull } from '#platform/core/time.ts'
import { RecallCriteria, RecallReason, StatedCriteria } from '../recall/schemas.ts'

const agent = growing(z.enum(['ASSESSMENT_RECALL']))

export const AgentRunStatus = ['RUNNING', 'WAITING', 'SUCCEEDED', 'FAILED', 'CANCELLED'] as const
const ActionStatus = ['PROPOSED', 'DONE', 'SKIPPED', 'CANCELLED'] as const

const count = (description: string, example: number) => z.int().meta({ description, example })
const decisionReason = prose(2000).min(1).nullable().meta({ example: null })

export const AgentRun = resourceSchema('AgentRun', {
  id: idOf('agentRun'),
  agent,
  status: z.enum(AgentRunStatus).meta({
    description: 'WAITING for an approval; CANCELLED when it was rejected or nobody decided.',
    example: 'WAITING',
  }),
  input: StatedCriteria.meta({ description: 'What it was started with.' }),
  startedBy: z.string().meta({ example: exampleId('apiKey') }),
  expiresAt: z.iso
    .datetime()
    .meta({ description: 'Until when it can be approved.', example: '2026-11-28T09:30:00.000Z' }),
  approval: z
    .strictObject({
      decision: z.enum(['APPROVED', 'REJECTED']),
      decidedBy: z.string().meta({ example: exampleId('apiKey') }),
      decidedAt: z.iso.datetime().meta({ example: '2026-11-21T10:00:00.000Z' }),
      reason: decisionReason,
    })
    .nullable()
    .meta({ description: 'Null while nobody has decided.' }),
  progress: z.strictObject({
    proposed: count('Actions that are still to be done.', 12),
    done: count('Actions that were done.', 30),
    skipped: count('Not needed any more when their turn came.', 2),
    cancelled: count('Never done: rejected, or expired.', 0),
  }),
  finishedAt: z.iso.datetime().nullable().meta({ example: null }),
  ...recordMembers,
})
export type AgentRun = z.infer<typeof AgentRun>

export const AgentAction = resourceSchema('AgentAction', {
  id: idOf('agentAction'),
  runId: idOf('agentRun'),
  rank: z.int().meta({ example: 1 }),
  childId: idOf('child'),
  reasons: z.array(RecallReason),
  proposal: z.strictObject({
    template: growing(z.enum(['assessment.recall'])),
    recipientIds: z.array(idOf('client')),
  }),
  status: z.enum(ActionStatus),
  outcome: z.string().nullable().meta({ example: 'e-mail to 2 guardian(s)' }),
  settledAt: z.iso.datetime().nullable().meta({ example: null }),
  ...recordMembers,
})
export type AgentAction = z.infer<typeof AgentAction>

export const StartAgentRun = z
  .strictObject({ agent, input: RecallCriteria.prefault({}) })
  .meta({ id: 'StartAgentRun', example: { agent: 'ASSESSMENT_RECALL', input: { limit: 50 } } })
export type StartAgentRun = z.infer<typeof StartAgentRun>

export const DecideAgentRun = z
  .strictObject({ reason: decisionReason.default(null) })
  .meta({ id: 'DecideAgentRun', example: { reason: 'Not during the holidays.' } })

export type AgentRunRow = RunModel & { actions: Pick<ActionModel, 'status'>[] }

export const toAgentRun = (row: AgentRunRow): AgentRun => {
  const { decision, decidedBy, decidedAt, decisionReason: reason } = row
  const countOf = (status: ActionModel['status']) =>
    row.actions.filter((action) => action.status === status).length
  return {
    id: row.id,
    agent: row.agent as AgentRun['agent'],
    status: row.status,
    input: row.input as unknown as RecallCriteria,
    startedBy: row.startedBy,
    expiresAt: utc(row.expiresAt),
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
    finishedAt: utcOrNull(row.finishedAt),
    ...recordOf(row),
  }
}

export const toAgentAction = (row: ActionModel): AgentAction => ({
  id: row.id,
  runId: row.runId,
  rank: row.rank,
  childId: row.subjectId,
  reasons: row.reasons as unknown as AgentAction['reasons'],
  proposal: row.proposal as unknown as AgentAction['proposal'],
  status: row.status,
  outcome: row.outcome,
  settledAt: utcOrNull(row.settledAt),
  ...recordOf(row),
})
