import { z } from 'zod'
import { ANY_RECORD, idOf, naming } from '#platform/core/ids.ts'
import { resourceSchema } from '#platform/core/resource-schema.ts'
import { AgentRunStep, failure, Output } from '../agent-run-steps/schemas.ts'
import { nodeId } from '../definitions/members.ts'
import { runInput } from './schemas.ts'

export const PreviewAgent = z
  .strictObject({
    input: runInput,
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
