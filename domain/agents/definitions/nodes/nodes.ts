import { z } from 'zod'
import { action, end, notify } from './acting-nodes.ts'
import { approval, condition, forEach, wait } from './deciding-nodes.ts'
import { agent, query, retrieve } from './reading-nodes.ts'

/** One step of an agent, by type. */
export const Node = z
  .discriminatedUnion('type', [
    query,
    retrieve,
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
  'RETRIEVE',
  'AGENT',
  'CONDITION',
  'FOR_EACH',
  'APPROVAL',
  'WAIT',
  'ACTION',
  'NOTIFY',
  'END',
] as const satisfies readonly Node['type'][]
