import { z } from 'zod'
import { growing } from '#platform/core/schemas/growing.ts'
import { ANY_RECORD, idOf, naming } from '#platform/core/records/ids.ts'
import { resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import { AgentRunStep, failure, Output } from '../../agent-run-steps/schemas.ts'
import { nodeId } from '../../definitions/nodes/members.ts'
import { runInput } from '../schemas.ts'

export const PreviewAgent = z
  .strictObject({
    input: runInput,
    eventId: idOf('event').nullable().default(null).meta({
      description:
        'The event that starts the run, for an agent started by events; null: the newest of its type, or a sample.',
      example: null,
    }),
    waits: z
      .record(nodeId, z.enum(['TIMED_OUT', 'OCCURRED']))
      .default({})
      .meta({
        description:
          'The result of WAIT nodes that wait for an event, by id: the time passes without it, or it occurs. Default: TIMED_OUT.',
        example: {},
      }),
    answers: z.record(nodeId, naming(ANY_RECORD, z.unknown())).default({}).meta({
      description:
        'Answers of models, by the ids of AGENT nodes, which then ask no model; null for none.',
      example: {},
    }),
    askModels: z.boolean().default(false).meta({
      description:
        'Whether to ask models at the first five AGENT nodes without an entry in `answers`. Their tools read, and describe what they would do.',
      example: false,
    }),
    node: nodeId.nullable().default(null).meta({
      description: 'Runs only this node, with `steps` and `item`; null: all nodes.',
      example: null,
    }),
    steps: z
      .record(nodeId, z.record(z.string(), naming(ANY_RECORD, z.unknown())))
      .default({})
      .meta({
        description: 'Results of the nodes before `node`, by id.',
        example: {},
      }),
    item: naming(ANY_RECORD, z.unknown()).default(null).meta({
      description: 'The FOR_EACH item with which `node` runs; null for none.',
      example: null,
    }),
  })
  .meta({ id: 'PreviewAgent', example: { input: { dueWithinDays: 14 } } })
export type PreviewAgent = z.infer<typeof PreviewAgent>

export const AgentPreview = resourceSchema('AgentPreview', {
  event: z
    .strictObject({
      id: idOf('event').nullable().meta({ description: 'Its id; null of a sample.' }),
      type: z.string().meta({ description: 'Its type.', example: 'child.registered' }),
      source: growing(z.enum(['GIVEN', 'NEWEST', 'SAMPLE'])).meta({
        description:
          'GIVEN by `eventId`; NEWEST: the newest of its type in the centre; SAMPLE: made from the example of its type, with ids that do not exist.',
      }),
      startsRun: z.boolean().meta({
        description:
          'Whether the filter of the trigger matches it; otherwise it would start no run.',
      }),
    })
    .nullable()
    .meta({
      id: 'AgentPreviewEvent',
      description: 'The event that starts the preview; null for an agent that no event starts.',
      example: null,
    }),
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
          status: z.enum(['SUCCEEDED', 'FAILED']).meta({ description: 'Expected result.' }),
          assumed: growing(z.enum(['APPROVED', 'TIMED_OUT', 'OCCURRED', 'TIME_PASSED']))
            .nullable()
            .meta({
              description:
                'For a waiting node, what the preview assumes: an APPROVAL is APPROVED; for a WAIT, the event does not occur in time (TIMED_OUT) or does (OCCURRED), or the time has passed (TIME_PASSED). Null otherwise.',
              example: null,
            }),
          output: Output.meta({
            description: 'Its result now; for an ACTION or NOTIFY, `wouldDo` describes the effect.',
            example: { rows: [], truncated: false },
          }),
          failure,
        })
        .meta({ id: 'AgentPreviewStep' }),
    )
    .meta({ description: 'In execution order, at most 200.' }),
})
export type AgentPreview = z.infer<typeof AgentPreview>
