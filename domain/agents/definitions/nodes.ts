import { z } from 'zod'
import { idOf } from '#platform/core/ids.ts'
import { because } from '#platform/core/issue.ts'
import { line } from '#platform/core/record.ts'
import { roleName } from '#staff/users/schemas.ts'
import { OutputSchema } from '../model-loop/output-schema.ts'
import { MOST_ITEMS } from './limits.ts'
import { expression, memberName, nextNode, nodeId, parameters, template } from './members.ts'

const HOURS_OF_A_YEAR = 8_784

const common = {
  id: nodeId,
  label: line(100)
    .nullable()
    .default(null)
    .meta({ description: 'What people read instead of the id.', example: 'Who is due' }),
}

/** Of nodes that do something which can fail. */
const doing = {
  onError: z
    .union([
      z.enum(['FAIL', 'CONTINUE']),
      z.strictObject({ node: nodeId.meta({ description: 'Node to go on with.' }) }),
    ])
    .default('FAIL')
    .meta({
      description:
        'What follows when the node has failed for good: FAIL ends the run, CONTINUE goes on with `next`, `{"node": "…"}` with another node.',
      example: 'FAIL',
    }),
  retry: z.enum(['NONE', 'STANDARD', 'PATIENT']).default('STANDARD').meta({
    description:
      'How often it is tried while the platform or another service is away: once, for minutes, or for a day.',
    example: 'STANDARD',
  }),
  timeoutSeconds: z
    .int()
    .min(1)
    .max(600)
    .default(60)
    .meta({ description: 'How long one try may take.', example: 60 }),
}

const whom = z.array(roleName).min(1).max(20)
const hours = z.int().min(1).max(HOURS_OF_A_YEAR)

const query = z
  .strictObject({
    type: z
      .literal('QUERY')
      .meta({ description: 'It reads records by a query of the catalog.', example: 'QUERY' }),
    ...common,
    query: memberName.meta({
      description: 'A query of the catalog.',
      example: 'children_due_for_assessment',
    }),
    parameters,
    next: nextNode,
    ...doing,
  })
  .meta({ id: 'AgentQueryNode' })

/** Its parts are those of model-loop/output-schema.ts: to clients it is any JSON Schema. */
const outputSchema = z.record(z.string(), z.unknown()).superRefine((value, context) => {
  const { error } = OutputSchema.safeParse(value)
  for (const { path, message } of error?.issues ?? [])
    context.addIssue({ code: 'custom', path, message, params: because('invalid_value') })
})

const agent = z
  .strictObject({
    type: z.literal('AGENT').meta({ description: 'It asks a language model.', example: 'AGENT' }),
    ...common,
    instructions: template(8_000).meta({
      description: 'What the model is to do. What comes from outside belongs into `given`.',
      example: 'Say how urgent the request of the family is.',
    }),
    given: expression.nullable().default(null).meta({
      description:
        'What the model is given, as data that it takes no orders from; null for nothing.',
      example: 'event.data',
    }),
    tools: z
      .array(memberName)
      .max(50)
      .refine((all) => new Set(all).size === all.length, { error: 'must not name one twice' })
      .default([])
      .meta({
        description:
          'Tools that the model may ask for, never more than whom the run acts for may do.',
        example: ['list_worklist', 'create_task'],
      }),
    output: outputSchema.nullable().default(null).meta({
      description:
        'JSON Schema of its answer: an object, by type, properties, required, items, enum and bounds; null for text.',
      example: null,
    }),
    limits: z
      .strictObject({
        turns: z.int().min(1).max(20).default(8).meta({
          description: 'How often the model is asked at most.',
          example: 8,
        }),
        tokens: z.int().min(100).max(200_000).default(20_000).meta({
          description: 'Tokens of all turns together, in and out.',
          example: 20_000,
        }),
      })
      .default({ turns: 8, tokens: 20_000 })
      .meta({ description: 'What one conversation may use.' }),
    modelIds: z.array(idOf('aiModel')).max(5).default([]).meta({
      description: 'Models to ask, in this order; empty: those of the centre.',
      example: [],
    }),
    next: nextNode,
    ...doing,
    timeoutSeconds: z
      .int()
      .min(1)
      .max(600)
      .default(300)
      .meta({ description: 'How long one turn may take.', example: 300 }),
  })
  .meta({ id: 'AgentAgentNode' })

const condition = z
  .strictObject({
    type: z
      .literal('CONDITION')
      .meta({ description: 'It goes one way or the other.', example: 'CONDITION' }),
    ...common,
    when: expression,
    next: nextNode.meta({
      description: 'Node that follows where it is true; null ends the chain.',
    }),
    otherwise: nextNode.meta({
      description: 'Node that follows where it is false; null ends the chain.',
    }),
  })
  .meta({ id: 'AgentConditionNode' })

const forEach = z
  .strictObject({
    type: z.literal('FOR_EACH').meta({
      description: 'It carries out a chain for each item of a list.',
      example: 'FOR_EACH',
    }),
    ...common,
    items: expression.meta({ description: 'A list, in CEL.', example: 'steps.due.rows' }),
    body: nodeId.meta({
      description:
        'First node of a chain that is carried out for each item; it sees `item` and `index`.',
      example: 'message',
    }),
    most: z.int().min(1).max(MOST_ITEMS).default(100).meta({
      description: 'The node fails when there are more items.',
      example: 100,
    }),
    concurrency: z.int().min(1).max(10).default(1).meta({
      description: 'Items that are gone through at once.',
      example: 1,
    }),
    next: nextNode,
    onError: doing.onError,
  })
  .meta({ id: 'AgentForEachNode' })

const approval = z
  .strictObject({
    type: z
      .literal('APPROVAL')
      .meta({ description: 'It waits for somebody to decide.', example: 'APPROVAL' }),
    ...common,
    title: template(300),
    shows: expression.nullable().default(null).meta({
      description: 'What the person who decides is shown: any value, in CEL.',
      example: 'steps.due.rows',
    }),
    roles: whom.meta({ description: 'Who may decide.', example: ['ADMINISTRATOR'] }),
    expiresAfterHours: hours.default(168).meta({
      description: 'How long it can be decided.',
      example: 168,
    }),
    onReject: nextNode.meta({
      description: 'Node that follows a rejection; null ends the chain, and a run as CANCELLED.',
    }),
    onExpiry: nextNode.meta({
      description:
        'Node that follows when nobody decided; null ends the chain, and a run as CANCELLED.',
    }),
    next: nextNode,
  })
  .meta({ id: 'AgentApprovalNode' })

const wait = z
  .strictObject({
    type: z.literal('WAIT').meta({ description: 'It waits for a time.', example: 'WAIT' }),
    ...common,
    for: z
      .union([
        z.strictObject({ hours: hours.meta({ description: 'A number of hours.', example: 48 }) }),
        z.strictObject({
          at: expression.meta({
            description: 'A timestamp, in CEL, at most a year ahead.',
            example: 'now + duration("72h")',
          }),
        }),
      ])
      .meta({ description: 'What is waited for.', example: { hours: 48 } }),
    next: nextNode,
  })
  .meta({ id: 'AgentWaitNode' })

const action = z
  .strictObject({
    type: z
      .literal('ACTION')
      .meta({ description: 'It does what the catalog names.', example: 'ACTION' }),
    ...common,
    action: memberName.meta({
      description: 'An action of the catalog.',
      example: 'message_guardians',
    }),
    parameters,
    next: nextNode,
    ...doing,
  })
  .meta({ id: 'AgentActionNode' })

const notify = z
  .strictObject({
    type: z
      .literal('NOTIFY')
      .meta({ description: 'It tells people of the centre, by a task.', example: 'NOTIFY' }),
    ...common,
    to: z
      .union([z.literal('STARTER'), roleName])
      .meta({ description: 'A role, or whom the run acts for.', example: 'STARTER' }),
    text: template(2_000),
    next: nextNode,
    ...doing,
  })
  .meta({ id: 'AgentNotifyNode' })

const end = z
  .strictObject({
    type: z.literal('END').meta({ description: 'It ends the run.', example: 'END' }),
    ...common,
    status: z.enum(['SUCCEEDED', 'FAILED']).default('SUCCEEDED').meta({
      description: 'How the run ends.',
      example: 'SUCCEEDED',
    }),
    message: template(500).nullable().default(null),
  })
  .meta({ id: 'AgentEndNode' })

/** One step of an agent, by its type. */
export const Node = z
  .discriminatedUnion('type', [
    query,
    agent,
    condition,
    forEach,
    approval,
    wait,
    action,
    notify,
    end,
  ])
  .meta({ id: 'AgentNode' })
export type Node = z.infer<typeof Node>
export type NodeOf<Type extends Node['type']> = Extract<Node, { type: Type }>

export const NODE_TYPES = [
  'QUERY',
  'AGENT',
  'CONDITION',
  'FOR_EACH',
  'APPROVAL',
  'WAIT',
  'ACTION',
  'NOTIFY',
  'END',
] as const satisfies readonly Node['type'][]
