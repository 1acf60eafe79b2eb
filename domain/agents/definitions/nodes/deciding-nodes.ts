import { z } from 'zod'
import { roleName } from '#staff/users/schemas.ts'
import { MOST_ITEMS } from '../rules.ts'
import { eventType, expression, nextNode, nodeId, template } from './members.ts'
import { common, doing, hours } from './node-members.ts'

export const condition = z
  .strictObject({
    type: z
      .literal('CONDITION')
      .meta({ description: 'Branches on a condition.', example: 'CONDITION' }),
    ...common,
    when: expression,
    next: nextNode.meta({
      description: 'Next node if true; null ends the chain.',
    }),
    otherwise: nextNode.meta({
      description: 'Next node if false; null ends the chain.',
    }),
  })
  .meta({ id: 'AgentConditionNode' })

export const forEach = z
  .strictObject({
    type: z.literal('FOR_EACH').meta({
      description: 'Runs a chain for each item of a list.',
      example: 'FOR_EACH',
    }),
    ...common,
    items: expression.meta({ description: 'A list, in CEL.', example: 'steps.due.rows' }),
    body: nodeId.meta({
      description: 'First node of the chain that runs for each item, with `item` and `index`.',
      example: 'message',
    }),
    most: z.int().min(1).max(MOST_ITEMS).default(100).meta({
      description: 'The node fails if there are more items.',
      example: 100,
    }),
    concurrency: z.int().min(1).max(10).default(1).meta({
      description: 'Items processed at the same time.',
      example: 1,
    }),
    next: nextNode,
    onError: doing.onError,
  })
  .meta({ id: 'AgentForEachNode' })

export const approval = z
  .strictObject({
    type: z.literal('APPROVAL').meta({ description: 'Waits for a decision.', example: 'APPROVAL' }),
    ...common,
    title: template(300),
    shows: expression.nullable().default(null).meta({
      description: 'Values shown to the person who decides, in CEL.',
      example: 'steps.due.rows',
    }),
    roles: z
      .array(roleName)
      .min(1)
      .max(20)
      .meta({ description: 'Who may decide.', example: ['ADMINISTRATOR'] }),
    expiresAfterHours: hours.default(168).meta({
      description: 'How long a decision is possible.',
      example: 168,
    }),
    onReject: nextNode.meta({
      description: 'Next node after a rejection; null ends the chain, or a run as CANCELLED.',
    }),
    onExpiry: nextNode.meta({
      description: 'Next node if nobody decides; null ends the chain, or a run as CANCELLED.',
    }),
    next: nextNode,
  })
  .meta({ id: 'AgentApprovalNode' })

export const wait = z
  .strictObject({
    type: z.literal('WAIT').meta({
      description: 'Waits for a time or an event.',
      example: 'WAIT',
    }),
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
        z.strictObject({
          eventType: eventType.meta({
            description: 'An event that happens after the wait begins (`GET /v1/event-types`).',
            example: 'booking.created',
          }),
          filter: expression.nullable().default(null).meta({
            description:
              'Only an event for which it is true; it sees the event as `arrived`, with `data`.',
            example: 'arrived.data.childId == event.data.childId',
          }),
          hours: hours.meta({ description: 'Maximum wait.', example: 72 }),
        }),
      ])
      .meta({ description: 'What the run waits for.', example: { hours: 48 } }),
    onTimeout: nextNode.meta({
      description:
        'Next node if no such event occurs in time; null ends the chain. Has no effect in a WAIT for a time.',
    }),
    next: nextNode,
  })
  .meta({ id: 'AgentWaitNode' })
