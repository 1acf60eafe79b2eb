import type { Context } from '#platform/core/context/context.ts'
import type { Permission } from '#platform/core/access/permissions.ts'
import type { SearchKnowledge } from '#knowledge/answers/schemas.ts'
import type { Scope } from '../../definitions/expressions/read-expression.ts'
import type { Node, NodeOf } from '../../definitions/nodes/nodes.ts'
import type { Outcome } from './outcome.ts'

/** The input of a node: the variables of its expressions, and the key of its actions. */
export interface NodeContext {
  scope: Scope
  runId: string
  startedBy: string
  /** Unique for the run, node and item. */
  idempotencyKey: string
  /** Permissions required to read the texts that the node writes. */
  madeFrom: readonly Permission[]
}

/** External effects of a node: a run performs them, and a preview describes them. */
export interface Effects {
  action: (asked: { action: string; parameters: unknown }, context: NodeContext) => Promise<object>
  search: (asked: SearchKnowledge) => Promise<object>
  agent: (node: NodeOf<'AGENT'>, context: NodeContext) => Promise<Outcome>
}

/** Executes nodes of one kind. Repeating it gives the same outcome and does nothing twice. */
export type NodeExecutor<Type extends Node['type']> = (
  node: NodeOf<Type>,
  context: NodeContext,
  by: { ctx: Context; effects: Effects },
) => Outcome | Promise<Outcome>
