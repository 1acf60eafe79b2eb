import { z } from 'zod'
import type { AgentReplay as ReplayRow } from '#prisma/generated/client.ts'
import { ANY_RECORD, exampleId, idOf, naming } from '#platform/core/records/ids.ts'
import { SubjectType } from '#platform/core/records/subject-type.ts'
import { recordMembers, recordOf } from '#platform/core/records/record.ts'
import { growing } from '#platform/core/schemas/growing.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { fromJson } from '#platform/core/sql/json.ts'
import { instant, utc, utcOrNull } from '#platform/core/time/time.ts'
import { withheldMember } from '#platform/core/access/withheld.ts'
import { NODE_TYPES } from '../definitions/nodes/nodes.ts'
import { REFUSALS, type Refusal } from '../triggers/outcome.ts'
import {
  DIFFERENCES,
  FEWEST_DAYS,
  MOST_DAYS,
  MOST_TRIGGERS,
  OUTCOMES,
  REPLAY_OUTCOMES,
  REPLAY_STATUSES,
  RUN_ENDS,
  TRIGGER_KINDS,
  USUAL_DAYS,
  USUAL_TRIGGERS,
  type ReplayStatus,
} from './rules.ts'

const count = (description: string, example = 0) => z.int().min(0).meta({ description, example })

const at = (description: string, example: string) => z.iso.datetime().meta({ description, example })

export const StartAgentReplay = z
  .strictObject({
    agentVersion: z.int().min(1).max(1_000_000).nullable().default(null).meta({
      description: 'Published version to replay; null for the draft.',
      example: null,
    }),
    days: z.int().min(FEWEST_DAYS).max(MOST_DAYS).default(USUAL_DAYS).meta({
      description: 'Number of days before `endsAt` that are replayed, if `startsAt` is null.',
      example: USUAL_DAYS,
    }),
    startsAt: instant()
      .nullable()
      .default(null)
      .meta({
        description: `Beginning of the range, inclusive, at most ${MOST_DAYS} days ago; null to use \`days\`.`,
        example: null,
      }),
    endsAt: instant()
      .nullable()
      .default(null)
      .meta({ description: 'End of the range, exclusive; null for now.', example: null }),
    mostTriggers: z.int().min(1).max(MOST_TRIGGERS).default(USUAL_TRIGGERS).meta({
      description:
        'Maximum number of events and times. If there are more, the newest are replayed, and `truncated` is true.',
      example: USUAL_TRIGGERS,
    }),
  })
  .meta({ id: 'StartAgentReplay', example: { days: 30 } })
export type StartAgentReplay = z.infer<typeof StartAgentReplay>

const currency = z.string().meta({ description: 'Currency, as an ISO 4217 code.', example: 'EUR' })
const cost = (description: string) => z.number().meta({ description, example: 0 })

const MINOR = 'in minor units of the currency, with fractions'

const models = z
  .strictObject({
    recordedTokens: count('Tokens that the real runs used for the answers that were taken over.'),
    estimatedTokens: count(
      'Tokens of the first prompts that were not sent, estimated from their size. Answers and further turns would add to them.',
    ),
    costs: z
      .array(
        z.strictObject({
          currency,
          recorded: cost(`Cost of the recorded tokens, ${MINOR}.`),
          estimated: cost(`Cost of the estimated tokens, ${MINOR}.`),
        }),
      )
      .meta({ description: 'Cost by currency; empty if there is none.', example: [] }),
  })
  .meta({ id: 'AgentReplayModels', description: 'Use of language models.' })
export type ReplayedModels = z.infer<typeof models>

export const ReplayTotals = z
  .strictObject({
    outcomes: z
      .array(
        z.strictObject({
          outcome: growing(z.enum(OUTCOMES)).meta({
            description: Object.entries(REPLAY_OUTCOMES)
              .map(([outcome, meaning]) => `${outcome}: ${meaning}`)
              .join(' '),
            example: 'WOULD_RUN',
          }),
          triggers: count('Number of events and times.', 12),
        }),
      )
      .meta({ description: 'Events and times by outcome.' }),
    ends: z
      .array(
        z.strictObject({
          end: growing(z.enum(RUN_ENDS)).meta({
            description:
              'How the runs would have ended. NEEDS_MODEL: an answer of a model is missing, so what follows is unknown. CUT_OFF: a run has more steps than are followed.',
            example: 'SUCCEEDED',
          }),
          runs: count('Number of runs.', 12),
        }),
      )
      .meta({ description: 'Runs by their end.' }),
    actions: z
      .array(
        z.strictObject({
          action: z.string().meta({
            description: 'Action of the catalog.',
            example: 'message_guardians',
          }),
          times: count('How often it would have been performed.', 3),
        }),
      )
      .meta({ description: 'Actions by kind.' }),
    messages: z
      .array(
        z.strictObject({
          recipientType: SubjectType.meta({ description: 'Kind of recipient.', example: 'CLIENT' }),
          messages: count('Number of messages.', 4),
          recipients: count('Number of recipients.', 3),
        }),
      )
      .meta({ description: 'Messages by kind of recipient.' }),
    models,
    differences: z
      .array(
        z.strictObject({
          difference: growing(z.enum(DIFFERENCES)).meta({
            description:
              'SAME: both versions would have done the same. ONLY_REPLAYED, ONLY_PUBLISHED: only that version would have acted. DIFFERENT: their actions differ.',
            example: 'ONLY_REPLAYED',
          }),
          triggers: count('Number of events and times.', 2),
        }),
      )
      .meta({ description: 'Differences to the published version; empty without one.' }),
  })
  .meta({ id: 'AgentReplayTotals', description: 'Totals of a replay.' })
export type ReplayTotals = z.infer<typeof ReplayTotals>

export const AgentReplay = resourceSchema('AgentReplay', {
  id: idOf('agentReplay'),
  agentId: idOf('agent'),
  agentVersion: z.int().nullable().meta({
    description: 'Version that is replayed; null for the draft as it was when the replay began.',
    example: null,
  }),
  comparedWith: z.int().nullable().meta({
    description:
      'Published version with which it is compared; null if none was published, or if it is replayed itself.',
    example: 1,
  }),
  status: z.enum(REPLAY_STATUSES).meta({
    description: 'Status of the replay. A replay that is DONE has all results.',
    example: 'DONE',
  }),
  failureCode: z.string().nullable().meta({
    description:
      'Why it FAILED: `starter_gone` if the user or key that started it can no longer act in the centre. Null otherwise.',
    example: null,
  }),
  startsAt: at('Beginning of the range, in UTC.', '2026-10-22T09:30:00.000Z'),
  endsAt: at('End of the range, in UTC.', '2026-11-21T09:30:00.000Z'),
  mostTriggers: count('Maximum number of events and times.', USUAL_TRIGGERS),
  triggers: z.int().nullable().meta({
    description: 'Number of events and times that are replayed; null until they are collected.',
    example: 14,
  }),
  truncated: z.boolean().meta({
    description: 'Whether the range has more events and times than are replayed.',
    example: false,
  }),
  settled: count('Number of events and times settled so far.', 14),
  totals: ReplayTotals.nullable().meta({
    description: 'Totals, which remain when the results are removed; null until the replay ends.',
  }),
  requestedBy: z.string().meta({
    description: 'ID of the user or API key that started the replay, and as whom it reads.',
    example: exampleId('apiKey'),
  }),
  finishedAt: z.iso.datetime().nullable().meta({
    description: 'When the replay ended, in UTC; null until then.',
    example: '2026-11-21T09:31:00.000Z',
  }),
  ...recordMembers,
})
export type AgentReplay = z.infer<typeof AgentReplay>

const place = {
  node: z.string().meta({ description: 'ID of the node.', example: 'write' }),
  item: z.int().min(0).meta({
    description: 'Number of the FOR_EACH item, counted from 1; 0 outside a FOR_EACH.',
    example: 0,
  }),
}

const passed = z.strictObject({
  ...place,
  type: growing(z.enum(NODE_TYPES)).meta({ description: 'Type of the node.', example: 'ACTION' }),
  status: z.enum(['SUCCEEDED', 'FAILED']).meta({
    description: 'Expected result.',
    example: 'SUCCEEDED',
  }),
  took: growing(
    z.enum(['TRUE', 'FALSE', 'APPROVED', 'REJECTED', 'EXPIRED', 'OCCURRED', 'TIMED_OUT']),
  )
    .nullable()
    .meta({
      description: 'The branch that a CONDITION, an APPROVAL or a WAIT took; null otherwise.',
      example: null,
    }),
  source: growing(z.enum(['RECORDED', 'ASSUMED']))
    .nullable()
    .meta({
      description:
        'For an AGENT, an APPROVAL and a WAIT: whether the result is that of the real run, or assumed. Null otherwise.',
      example: null,
    }),
})

const reason = {
  outcome: growing(z.enum(OUTCOMES)).meta({
    description: 'What the version would have done.',
    example: 'WOULD_RUN',
  }),
  code: z
    .string()
    .nullable()
    .meta({
      description: `Why no run would have started, or why the run would have failed. A REFUSED trigger has ${(
        ['chain_of_runs', 'event_removed', 'centre_closed'] as const satisfies readonly Refusal[]
      )
        .map((code) => `\`${code}\` (${REFUSALS[code].replace(/\.$/, '')})`)
        .join(', ')}. A failed run has the problem code of the failed node. Null otherwise.`,
      example: null,
    }),
  message: z.string().nullable().meta({
    description: 'Description of an error in an expression; null if there is none, or if withheld.',
    example: null,
  }),
  end: growing(z.enum(RUN_ENDS)).nullable().meta({
    description: 'How the run would have ended; null if none would have started.',
    example: 'SUCCEEDED',
  }),
  failedNode: z.string().nullable().meta({
    description: 'ID of the node that would have failed; null if none.',
    example: null,
  }),
  path: z
    .array(passed.meta({ id: 'AgentReplayStep' }))
    .meta({ description: 'Nodes in the order of execution, at most 200.', example: [] }),
  models,
}

const acted = {
  ...place,
  action: z.string().meta({
    description: 'Action of the catalog.',
    example: 'message_guardians',
  }),
  differs: z.boolean().meta({
    description: 'Whether the other version would not have done the same.',
    example: false,
  }),
}

/** What is stored of a version at a trigger: ids, without texts. */
export const Replayed = z.strictObject({
  ...reason,
  actions: z.array(
    z.strictObject({
      ...acted,
      recipientIds: z.array(z.string()),
      recordIds: z.array(z.string()),
    }),
  ),
})
export type Replayed = z.infer<typeof Replayed>

const named = z
  .strictObject({
    id: naming(ANY_RECORD, z.string()).meta({
      description: 'ID of the record.',
      example: exampleId('client'),
    }),
    type: SubjectType.meta({ description: 'Kind of record.', example: 'CLIENT' }),
    name: z.string().nullable().meta({
      description: 'Its name now; null if it has none, or if you are not allowed to read it.',
      example: 'Mara Muster',
    }),
  })
  .meta({ id: 'AgentReplayRecord' })

const shownReplayed = z
  .strictObject({
    ...reason,
    actions: z
      .array(
        z
          .strictObject({
            ...acted,
            recipients: z.array(named).meta({
              description: 'People to whom it would have written; empty if withheld.',
              example: [],
            }),
            records: z.array(named).meta({
              description: 'Records in its parameters; empty if withheld.',
              example: [],
            }),
          })
          .meta({ id: 'AgentReplayAction' }),
      )
      .meta({ description: 'Actions in the order in which they would have been performed.' }),
  })
  .meta({ id: 'AgentReplayed' })
export type ShownReplayed = z.infer<typeof shownReplayed>

export const AgentReplayResult = resourceSchema('AgentReplayResult', {
  id: idOf('agentReplayResult'),
  replayId: idOf('agentReplay'),
  kind: growing(z.enum(TRIGGER_KINDS)).meta({
    description: 'Whether an event or a scheduled time is replayed.',
    example: 'EVENT',
  }),
  eventId: idOf('event')
    .nullable()
    .meta({
      description: 'ID of the event; null for a scheduled time.',
      example: exampleId('event'),
    }),
  eventType: z.string().nullable().meta({
    description: 'Type of the event; null for a scheduled time.',
    example: 'child.registered',
  }),
  occurredAt: at(
    'When the event occurred or the time was due, in UTC.',
    '2026-11-20T09:30:00.000Z',
  ),
  runId: idOf('agentRun').nullable().meta({
    description: 'The run that it did start at the time; null if it started none.',
    example: null,
  }),
  difference: growing(z.enum(DIFFERENCES)).nullable().meta({
    description: 'Difference to the published version; null without one.',
    example: 'SAME',
  }),
  withheld: withheldMember('recipients, records and messages'),
  replayed: shownReplayed.meta({ description: 'What the replayed version would have done.' }),
  published: shownReplayed.nullable().meta({
    description: 'What the published version would have done; null without one.',
    example: null,
  }),
  settledAt: at('When the result was computed, in UTC.', '2026-11-21T09:31:00.000Z'),
})
export type AgentReplayResult = z.infer<typeof AgentReplayResult>

export const toAgentReplay = (row: ReplayRow): AgentReplay => ({
  id: row.id,
  agentId: row.agentId,
  agentVersion: row.agentVersion,
  comparedWith: row.publishedVersion,
  status: row.status as ReplayStatus,
  failureCode: row.failureCode,
  startsAt: utc(row.startsAt),
  endsAt: utc(row.endsAt),
  mostTriggers: row.mostTriggers,
  triggers: row.triggers,
  truncated: row.truncated,
  settled: row.settled,
  totals: row.totals === null ? null : fromJson(ReplayTotals, row.totals),
  requestedBy: row.requestedBy,
  finishedAt: utcOrNull(row.finishedAt),
  ...recordOf(row),
})
