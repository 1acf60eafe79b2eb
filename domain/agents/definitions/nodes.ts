import { z } from 'zod'
import { line } from '#platform/core/record.ts'
import { roleName } from '#staff/users/schemas.ts'
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
  .discriminatedUnion('type', [query, condition, forEach, approval, wait, action, notify, end])
  .meta({ id: 'AgentNode' })
export type Node = z.infer<typeof Node>
export type NodeOf<Type extends Node['type']> = Extract<Node, { type: Type }>

export const NODE_TYPES = [
  'QUERY',
  'CONDITION',
  'FOR_EACH',
  'APPROVAL',
  'WAIT',
  'ACTION',
  'NOTIFY',
  'END',
] as const satisfies readonly Node['type'][]
