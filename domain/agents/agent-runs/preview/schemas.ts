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
        'The event that starts it, of an agent that is started by events; null: the newest of its type, or a sample of it.',
      example: null,
    }),
    waits: z
      .record(nodeId, z.enum(['TIMED_OUT', 'OCCURRED']))
      .default({})
      .meta({
        description:
          'What becomes of WAIT nodes that wait for an event, by their ids: the time passes without it, or it occurs. Those left out take TIMED_OUT.',
        example: {},
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
  event: z
    .strictObject({
      id: idOf('event').nullable().meta({ description: 'Its id; null of a sample.' }),
      type: z.string().meta({ description: 'Its type.', example: 'child.registered' }),
      source: growing(z.enum(['GIVEN', 'NEWEST', 'SAMPLE'])).meta({
        description:
          'GIVEN by `eventId`; NEWEST: the newest of its type in the centre; SAMPLE: made up from the example of its type, with ids of no records.',
      }),
      startsRun: z.boolean().meta({
        description: 'Whether the filter of the trigger takes it: else it would start no run.',
      }),
    })
    .nullable()
    .meta({
      id: 'AgentPreviewEvent',
      description: 'The event that the preview begins with; null of an agent that no event starts.',
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
                'Of a node that waits, what the preview assumes: an APPROVAL is APPROVED; of a WAIT the event is not sent in time (TIMED_OUT) or is (OCCURRED), or the time has passed (TIME_PASSED). Else null.',
              example: null,
            }),
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
