import { z } from 'zod'
import { ANY_RECORD, exampleId, idOf, naming } from '#platform/core/records/ids.ts'
import { growing } from '#platform/core/schemas/growing.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { AgentRunStatus } from '../agent-runs/schemas.ts'
import { REASONS, type Reason } from './reasons.ts'
import { REFUSALS, type Refusal } from './outcome.ts'

const runId = (description: string) =>
  idOf('agentRun').nullable().meta({ description, example: null })

const message = z.string().nullable().meta({
  description: 'Explanation in words; null if there is nothing to explain.',
  example: null,
})

const Last = z
  .strictObject({
    seenAt: z.iso.datetime().meta({
      description: 'When the agent looked at it, in UTC.',
      example: '2026-11-29T09:00:00.000Z',
    }),
    eventId: naming(ANY_RECORD, z.string())
      .nullable()
      .meta({
        description: 'ID of the event or of the message; null for a scheduled time.',
        example: exampleId('event'),
      }),
    runId: runId('Run that was started; null if none was.'),
    code: growing(
      z.enum(['expression_failed', ...(Object.keys(REFUSALS) as [Refusal, ...Refusal[]])]),
    )
      .nullable()
      .meta({
        description: `Why no run was started. \`expression_failed\`: the filter has no value. ${Object.entries(
          REFUSALS,
        )
          .map(([code, meaning]) => `\`${code}\`: ${meaning}`)
          .join(' ')} Null if a run was started, or the filter did not match.`,
        example: null,
      }),
    message,
  })
  .meta({ id: 'AgentTriggerExample' })

const counted = (description: string) =>
  z
    .strictObject({
      count: z.int().meta({ description: 'How many there were.', example: 0 }),
      last: Last.nullable().meta({ description: 'The last one; null if there is none.' }),
    })
    .meta({ description, example: { count: 0, last: null } })

export const AgentTriggers = resourceSchema('AgentTriggers', {
  agentId: idOf('agent'),
  agentVersion: z.int().nullable().meta({
    description:
      'Published version, whose counts these are; each version counts from 0. Null if none is published.',
    example: 1,
  }),
  seen: z.int().meta({
    description:
      'Number of events, messages or scheduled times at which the trigger looked: the sum of the other counts. Runs that people start do not count.',
    example: 12,
  }),
  lastSeenAt: z.iso.datetime().nullable().meta({
    description: 'When it last looked at one, in UTC; null if it never did.',
    example: '2026-11-29T09:00:00.000Z',
  }),
  started: counted('Runs were started.'),
  filteredOut: counted('The filter did not match.'),
  failed: counted('The filter had no value, so no run was started.'),
  refused: counted('No run was started for another reason, which `last.code` names.'),
  filteredInARow: z.int().meta({
    description: 'Number of events in a row that the filter did not let through.',
    example: 12,
  }),
  nextRunAt: z.iso.datetime().nullable().meta({
    description: 'When the next scheduled run is due, in UTC; null if there is no schedule.',
    example: null,
  }),
})
export type AgentTriggers = z.infer<typeof AgentTriggers>

export const EventAgent = resourceSchema('EventAgent', {
  agentId: idOf('agent'),
  agentName: z.string().meta({ description: 'Name of the agent.', example: 'Greet families' }),
  agentVersion: z.int().meta({ description: 'Published version.', example: 1 }),
  reason: growing(z.enum(Object.keys(REASONS) as [Reason, ...Reason[]])).meta({
    description: Object.entries(REASONS)
      .map(([reason, meaning]) => `${reason}: ${meaning}`)
      .join(' '),
    example: 'FILTERED',
  }),
  message,
  runId: runId('Run that the event started; null if it started none.'),
  runStatus: z.enum(AgentRunStatus).nullable().meta({
    description: 'Status of that run; null if there is none.',
    example: null,
  }),
  runFailureCode: z.string().nullable().meta({
    description: 'Why that run failed; null if it did not.',
    example: null,
  }),
})
export type EventAgent = z.infer<typeof EventAgent>
