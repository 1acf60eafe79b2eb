import type { AgentDefinition } from '../../definitions/definition.ts'
import type { Node } from '../../definitions/nodes/nodes.ts'

/** The next node, and how its activity is retried. */
export interface NextNode {
  id: string
  retry: 'NONE' | 'STANDARD' | 'PATIENT'
  timeoutSeconds: number
  /** It is a short transaction that waits for nobody: it may run in the activity of the node before it. */
  isQuick?: true
}

/** How a run ends. */
export type EndStatus = 'SUCCEEDED' | 'FAILED' | 'CANCELLED'

/** What follows a node that is settled. */
export type NextMove =
  /** …null: the chain is at its end. */
  | { move: 'GO'; next: NextNode | null }
  | { move: 'END'; status: EndStatus }
  /** The run is over, by somebody else. */
  | { move: 'STOP' }

/** What a run begins with, and whose it is: operators find it by that. */
export type FirstMove = NextMove & {
  agentId?: string | undefined
  agentVersion?: number | undefined
}

/** The chain runs for each of so many items. */
export interface Each {
  move: 'EACH'
  body: NextNode
  items: number
  concurrency: number
}

/** What the workflow of a run does next. It is all that its history has besides ids. */
export type Move =
  | NextMove
  | Each
  /** The node runs again; `isQuick`: without asking a model, in the same activity. */
  | { move: 'AGAIN'; isQuick?: true }
  /** Until the time, or until it is woken; null: until it is woken. */
  | { move: 'WAIT'; until: string | null }

/** Of a step: what the next move depends on. */
export interface Settled {
  status: string
  output: unknown
}

const USUAL = { retry: 'STANDARD', timeoutSeconds: 60 } as const

/** A node by its id, as the workflow is told of it. */
export const nextNode = ({ nodes }: AgentDefinition, id: string | null): NextNode | null => {
  const node = nodes.find((it) => it.id === id)
  if (!node) return null
  const { retry, timeoutSeconds } = 'retry' in node ? node : USUAL
  return {
    id: node.id,
    retry,
    timeoutSeconds,
    ...(QUICK.has(node.type) && retry === 'STANDARD' && { isQuick: true as const }),
  }
}

const QUICK: ReadonlySet<Node['type']> = new Set(['QUERY', 'CONDITION', 'ACTION', 'NOTIFY', 'END'])

/** What follows a node that is settled, by what came of it. Pure. */
export const moveAfter = (
  definition: AgentDefinition,
  node: Node,
  { item, step }: { item: number; step: Settled },
): NextMove => {
  const go = (id: string | null): NextMove => ({ move: 'GO', next: nextNode(definition, id) })
  if (step.status === 'FAILED') return afterFailure(node, go)
  switch (node.type) {
    case 'CONDITION':
      return go((step.output as { value: boolean }).value ? node.next : node.otherwise)
    case 'APPROVAL':
      return afterDecision(node, { item, go, ...(step.output as { decision: Decision }) })
    case 'END':
      return { move: 'END', status: node.status }
    case 'WAIT':
      return go((step.output as { timedOut?: boolean }).timedOut ? node.onTimeout : node.next)
    case 'QUERY':
    case 'RETRIEVE':
    case 'AGENT':
    case 'ACTION':
    case 'NOTIFY':
    case 'FOR_EACH':
      return go(node.next)
  }
}

/** What came of an approval: somebody decided, or nobody did in time. */
type Decision = 'APPROVED' | 'REJECTED' | 'EXPIRED'

const afterDecision = (
  { next, onReject, onExpiry }: Extract<Node, { type: 'APPROVAL' }>,
  { item, decision, go }: { item: number; decision: Decision; go: (id: string | null) => NextMove },
): NextMove => {
  if (decision === 'APPROVED') return go(next)
  const node = decision === 'REJECTED' ? onReject : onExpiry
  return node === null && item === 0 ? { move: 'END', status: 'CANCELLED' } : go(node)
}

const afterFailure = (node: Node, go: (id: string | null) => NextMove): NextMove => {
  const onError = 'onError' in node ? node.onError : 'FAIL'
  if (onError === 'FAIL') return { move: 'END', status: 'FAILED' }
  return go(onError === 'CONTINUE' ? ('next' in node ? node.next : null) : onError.node)
}

/** What a FOR_EACH goes through. */
export const forEachMove = (
  definition: AgentDefinition,
  { body, concurrency }: Extract<Node, { type: 'FOR_EACH' }>,
  { output }: Settled,
): Each => ({
  move: 'EACH',
  body: nextNode(definition, body)!,
  items: (output as { items: unknown[] }).items.length,
  concurrency,
})
