import type { Context } from '#platform/core/context/context.ts'
import type { Permission } from '#platform/core/access/permissions.ts'
import type { SearchKnowledge } from '#knowledge/answers/schemas.ts'
import type { Scope } from '../../definitions/expressions/read-expression.ts'
import type { Node, NodeOf } from '../../definitions/nodes/nodes.ts'
import type { Outcome } from './outcome.ts'

/** What a node is executed with: what its expressions see, and what makes its actions its own. */
export interface NodeContext {
  scope: Scope
  runId: string
  startedBy: string
  /** Of the run, the node and the item. */
  idempotencyKey: string
  /** What reading the texts takes that it words. */
  madeFrom: readonly Permission[]
}

/** What a node does outside the run: performed, or described by a preview. */
export interface Effects {
  action: (asked: { action: string; parameters: unknown }, context: NodeContext) => Promise<object>
  search: (asked: SearchKnowledge) => Promise<object>
  agent: (node: NodeOf<'AGENT'>, context: NodeContext) => Promise<Outcome>
}

/** Executes nodes of one kind. Executed again it comes to the same outcome, and does nothing twice. */
export type NodeExecutor<Type extends Node['type']> = (
  node: NodeOf<Type>,
  context: NodeContext,
  by: { ctx: Context; effects: Effects },
) => Outcome | Promise<Outcome>
