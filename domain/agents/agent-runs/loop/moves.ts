import type { AgentDefinition } from '../../definitions/definition.ts'
import type { Node } from '../../definitions/nodes/nodes.ts'

/** The next node, and the retries of its activity. */
export interface NextNode {
  id: string
  retry: 'NONE' | 'STANDARD' | 'PATIENT'
  timeoutSeconds: number
  /** Set if the node only needs a short transaction, which can run in the previous node's activity. */
  isQuick?: true
}

/** How a run ends. */
export type EndStatus = 'SUCCEEDED' | 'FAILED' | 'CANCELLED'

/** What follows a settled node. */
export type NextMove =
  /** Null if the chain has ended. */
  | { move: 'GO'; next: NextNode | null }
  | { move: 'END'; status: EndStatus }
  /** Somebody else ended the run. */
  | { move: 'STOP' }

/** The first move of a run, with the run's subject, by which operators find it. */
export type FirstMove = NextMove & {
  agentId?: string | undefined
  agentVersion?: number | undefined
}

/** Runs the chain once for each of this number of items. */
export interface Each {
  move: 'EACH'
  body: NextNode
  items: number
  concurrency: number
}

/** The next move of a run's workflow. The workflow's history contains only ids and these moves. */
export type Move =
  | NextMove
  | Each
  /** Runs the node again. `isQuick`: the node calls no model next, so it can run in the same activity. */
  | { move: 'AGAIN'; isQuick?: true }
  /** Waits until the time or a signal; null waits only for a signal. */
  | { move: 'WAIT'; until: string | null }

/** The fields of a step that decide the next move. */
export interface Settled {
  status: string
  output: unknown
}

const USUAL = { retry: 'STANDARD', timeoutSeconds: 60 } as const

/** A node in the form that the workflow needs. */
export const nextNode = ({ nodes }: AgentDefinition, id: string | null): NextNode | null => {
  const node = nodes.find((it) => it.id === id)
  if (!node) return null
  const { retry, timeoutSeconds } = 'retry' in node ? node : USUAL
  return {
    id: node.id,
    retry,
    timeoutSeconds,
    ...(isQuick(node) && retry === 'STANDARD' && { isQuick: true as const }),
  }
}

const COMPUTED: ReadonlySet<Node['type']> = new Set(['QUERY', 'CONDITION', 'END'])
const ACTING: ReadonlySet<Node['type']> = new Set(['ACTION', 'NOTIFY'])

/** Whether a node only reads and computes. */
export const isComputed = ({ type }: Node): boolean => COMPUTED.has(type)

/** Whether a node only needs short transactions. */
export const isQuick = ({ type }: Node): boolean => COMPUTED.has(type) || ACTING.has(type)

/** Whether the next move can run in the same activity: a quick node, or the tool calls of a model turn. */
export const isQuickMove = (move: Move): boolean =>
  move.move === 'AGAIN' ? move.isQuick === true : move.move === 'GO' && move.next?.isQuick === true

/** The status with which a move ends the run; undefined if the run continues. */
export const endOf = (move: Move): EndStatus | undefined => {
  if (move.move === 'END') return move.status
  return move.move === 'GO' && move.next === null ? 'SUCCEEDED' : undefined
}

/** The next move after a node has settled, according to its outcome. Pure. */
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

/** The outcome of an approval: decided, or expired. */
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

/** The move that runs the body of a FOR_EACH for each item. */
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
