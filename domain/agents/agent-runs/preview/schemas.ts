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
        'ID of the event that starts the run, for an agent that is started by events; null to use the newest event of its type, or a sample.',
      example: null,
    }),
    waits: z
      .record(nodeId, z.enum(['TIMED_OUT', 'OCCURRED']))
      .default({})
      .meta({
        description:
          'Results of WAIT nodes that wait for an event, by ID: whether the time passes without the event or the event occurs. Defaults to TIMED_OUT.',
        example: {},
      }),
    answers: z.record(nodeId, naming(ANY_RECORD, z.unknown())).default({}).meta({
      description:
        'Answers of models, by the IDs of AGENT nodes; these nodes then call no model. Null for none.',
      example: {},
    }),
    askModels: z.boolean().default(false).meta({
      description:
        'Whether to call models for the first five AGENT nodes without an entry in `answers`. Tools of these nodes read records, and only describe what they would change.',
      example: false,
    }),
    node: nodeId.nullable().default(null).meta({
      description: 'Node to run alone, with `steps` and `item`; null to run all nodes.',
      example: null,
    }),
    steps: z
      .record(nodeId, z.record(z.string(), naming(ANY_RECORD, z.unknown())))
      .default({})
      .meta({
        description: 'Results of the nodes before `node`, by ID.',
        example: {},
      }),
    item: naming(ANY_RECORD, z.unknown()).default(null).meta({
      description: 'FOR_EACH item with which `node` runs; null for none.',
      example: null,
    }),
  })
  .meta({ id: 'PreviewAgent', example: { input: { dueWithinDays: 14 } } })
export type PreviewAgent = z.infer<typeof PreviewAgent>

export const AgentPreview = resourceSchema('AgentPreview', {
  event: z
    .strictObject({
      id: idOf('event').nullable().meta({ description: 'ID of the event; null for a sample.' }),
      type: z.string().meta({ description: 'Type of the event.', example: 'child.registered' }),
      source: growing(z.enum(['GIVEN', 'NEWEST', 'SAMPLE'])).meta({
        description:
          'GIVEN: the event in `eventId`. NEWEST: the newest event of its type in the centre. SAMPLE: made from the example of its type, with IDs that do not exist.',
      }),
      startsRun: z.boolean().meta({
        description:
          'Whether the event matches the filter of the trigger. If not, it would not start a run.',
      }),
      filterFailure: z.string().nullable().meta({
        description: 'Why the filter has no value for the event; null if it has one.',
        example: null,
      }),
    })
    .nullable()
    .meta({
      id: 'AgentPreviewEvent',
      description: 'Event that starts the preview; null if the agent is not started by events.',
      example: null,
    }),
  status: z.enum(['SUCCEEDED', 'FAILED', 'CANCELLED', 'CUT_OFF']).meta({
    description: 'How the run would end. CUT_OFF: the run has more steps than a preview shows.',
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
                'For a waiting node, what the preview assumes: an APPROVAL is APPROVED; a WAIT for an event is TIMED_OUT or OCCURRED; any other WAIT has its TIME_PASSED. Null otherwise.',
              example: null,
            }),
          output: Output.meta({
            description:
              'Result of the node now. For an ACTION or NOTIFY, `wouldDo` describes the effect.',
            example: { rows: [], truncated: false },
          }),
          failure,
        })
        .meta({ id: 'AgentPreviewStep' }),
    )
    .meta({ description: 'Steps in the order of execution, at most 200.' }),
})
export type AgentPreview = z.infer<typeof AgentPreview>
