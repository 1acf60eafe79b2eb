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
      description: 'Next node if the condition is true; null ends the chain.',
    }),
    otherwise: nextNode.meta({
      description: 'Next node if the condition is false; null ends the chain.',
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
    items: expression.meta({
      description: 'List, as a CEL expression.',
      example: 'steps.due.rows',
    }),
    body: nodeId.meta({
      description:
        'First node of the chain that runs for each item. The chain can use `item` and `index`.',
      example: 'message',
    }),
    most: z.int().min(1).max(MOST_ITEMS).default(100).meta({
      description: 'Maximum number of items. If there are more, the node fails.',
      example: 100,
    }),
    concurrency: z.int().min(1).max(10).default(1).meta({
      description: 'Number of items processed at the same time.',
      example: 1,
    }),
    next: nextNode,
    onError: doing.onError,
  })
  .meta({ id: 'AgentForEachNode' })

export const approval = z
  .strictObject({
    type: z
      .literal('APPROVAL')
      .meta({ description: 'Waits for a person to decide.', example: 'APPROVAL' }),
    ...common,
    title: template(300),
    shows: expression.nullable().default(null).meta({
      description: 'Values shown to the person who decides, as CEL expressions.',
      example: 'steps.due.rows',
    }),
    roles: z
      .array(roleName)
      .min(1)
      .max(20)
      .meta({ description: 'Roles that can decide.', example: ['ADMINISTRATOR'] }),
    expiresAfterHours: hours.default(168).meta({
      description: 'Number of hours within which a decision is possible.',
      example: 168,
    }),
    onReject: nextNode.meta({
      description: 'Next node after a rejection. Null ends the chain, or the run as CANCELLED.',
    }),
    onExpiry: nextNode.meta({
      description:
        'Next node if nobody decides in time. Null ends the chain, or the run as CANCELLED.',
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
        z.strictObject({
          hours: hours.meta({ description: 'Number of hours to wait.', example: 48 }),
        }),
        z.strictObject({
          at: expression.meta({
            description:
              'Timestamp until which to wait, as a CEL expression, at most a year ahead.',
            example: 'now + duration("72h")',
          }),
        }),
        z.strictObject({
          eventType: eventType.meta({
            description:
              'Type of event to wait for (`GET /v1/event-types`). Only events after the wait begins count.',
            example: 'booking.created',
          }),
          filter: expression.nullable().default(null).meta({
            description:
              'Filter, as a CEL expression, that the event must match. It can use the event as `arrived`, with `data`.',
            example: 'arrived.data.childId == event.data.childId',
          }),
          hours: hours.meta({ description: 'Maximum number of hours to wait.', example: 72 }),
        }),
      ])
      .meta({ description: 'What the run waits for.', example: { hours: 48 } }),
    onTimeout: nextNode.meta({
      description:
        'Next node if no such event occurs in time; null ends the chain. Has no effect if the node waits for a time. If the filter failed at an event, and none matched, the run fails instead.',
    }),
    next: nextNode,
  })
  .meta({ id: 'AgentWaitNode' })
