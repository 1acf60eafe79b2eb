import { z } from 'zod'
import type { AgentRun as AgentRunModel } from '#prisma/generated/client.ts'
import { ANY_RECORD, exampleId, idOf, naming } from '#platform/core/records/ids.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { recordMembers, recordOf } from '#platform/core/records/record.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { utcOrNull } from '#platform/core/time/time.ts'
import { withheldMember } from '#platform/core/access/withheld.ts'
import { nodeId } from '../definitions/nodes/members.ts'
import { durationOf, UNUSED, usage, type Usage } from '../agent-run-steps/usage.ts'

export const AgentRunStatus = [
  'RUNNING',
  'WAITING',
  'SUCCEEDED',
  'FAILED',
  'CANCELLED',
  'PAUSED',
] as const

export const AgentRun = resourceSchema('AgentRun', {
  id: idOf('agentRun'),
  agentId: idOf('agent'),
  agentVersion: z.int().meta({
    description: 'Version of the agent that was published when the run started.',
    example: 1,
  }),
  retryOf: idOf('agentRun').nullable().meta({
    description:
      'Run that this run retries (`POST /v1/agent-runs/{id}/retry`); null if there is none.',
    example: null,
  }),
  status: z.enum(AgentRunStatus).meta({
    description:
      'WAITING while the run waits for a decision, a time or an event; PAUSED until it is resumed.',
    example: 'WAITING',
  }),
  input: z
    .record(z.string(), naming(ANY_RECORD, z.unknown()))
    .meta({ description: 'Inputs.', example: { dueWithinDays: 14 } }),
  withheld: withheldMember('`input`'),
  startedBy: z.string().meta({
    description: 'Who started the run: the ID of a user or an API key, or the name of the system.',
    example: exampleId('apiKey'),
  }),
  failure: z
    .strictObject({
      code: z.string().meta({
        description: 'Problem code, or code of the step that failed.',
        example: 'expression_failed',
      }),
      node: z.string().nullable().meta({ description: 'The node that failed.', example: 'ask' }),
    })
    .nullable()
    .meta({ description: 'Reason why the run FAILED; null otherwise.', example: null }),
  usage,
  finishedAt: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'When the run ended, in UTC; null until then.', example: null }),
  ...recordMembers,
})
export type AgentRun = z.infer<typeof AgentRun>

/** The input of a run. */
export const runInput = z
  .record(z.string(), z.unknown())
  .default({})
  .meta({
    description: 'Inputs of the agent, by name. Inputs that you omit get their defaults.',
    example: { dueWithinDays: 14 },
  })

export const StartAgentRun = z
  .strictObject({ input: runInput })
  .meta({ id: 'StartAgentRun', example: { input: { dueWithinDays: 14 } } })

export const RetryAgentRun = z
  .strictObject({
    node: nodeId.nullable().default(null).meta({
      description:
        'Node from which to continue; the run must have reached it. Null for the node that failed, or that was waiting when the run was cancelled.',
      example: null,
    }),
  })
  .meta({ id: 'RetryAgentRun', example: { node: null } })
export type RetryAgentRun = z.infer<typeof RetryAgentRun>

export const SkipAgentRunWait = z
  .strictObject({
    node: nodeId.nullable().default(null).meta({
      description:
        'The waiting node: a WAIT, or an APPROVAL, which then expires. Null for all WAIT nodes of the run.',
      example: null,
    }),
  })
  .meta({ id: 'SkipAgentRunWait', example: { node: null } })
export type SkipAgentRunWait = z.infer<typeof SkipAgentRunWait>

/**
 * @param withheld permissions for the run's input that the reader lacks
 * @param used the model usage of the run
 */
export const toAgentRun = (
  row: AgentRunModel,
  withheld: readonly string[] = [],
  used: Omit<Usage, 'durationMs'> = UNUSED,
): AgentRun => ({
  id: row.id,
  agentId: row.agentId,
  agentVersion: row.agentVersion,
  retryOf: row.retryOf,
  status: row.status,
  input: withheld.length === 0 ? fromJson(AgentRun.shape.input, row.input) : {},
  withheld: [...withheld],
  startedBy: row.startedBy,
  failure: row.failureCode === null ? null : { code: row.failureCode, node: row.failedNode },
  usage: { durationMs: durationOf(row.createdAt, row.finishedAt), ...used },
  finishedAt: utcOrNull(row.finishedAt),
  ...recordOf(row),
})
