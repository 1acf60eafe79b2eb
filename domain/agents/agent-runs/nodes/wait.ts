import { HOUR_MS } from '#platform/core/time/time.ts'
import { ExpressionError } from '../../definitions/expressions/expression-error.ts'
import { readExpression, type Scope } from '../../definitions/expressions/read-expression.ts'
import type { NodeOf } from '../../definitions/nodes/nodes.ts'
import type { NodeExecutor } from './node-executor.ts'

/** 366 days. */
const MOST_WAIT_MS = 8_784 * HOUR_MS

/** What a waiting step keeps: the last event at which its filter failed. */
export interface WaitOutput {
  filterFailure?: { event: string; message: string }
}

/** WAIT: waits until a time, or for an event until a time limit. */
export const wait: NodeExecutor<'WAIT'> = (node, { scope }) => ({
  status: 'WAITING',
  waitsUntil: untilOf(node, scope),
  output: {},
  ...('eventType' in node.for && { awaitedEvent: node.for.eventType }),
})

const untilOf = (node: NodeOf<'WAIT'>, scope: Scope): Date => {
  const now = (scope.now as Date).getTime()
  if ('hours' in node.for) return new Date(now + node.for.hours * HOUR_MS)
  const value = readExpression(node.for.at).evaluate(scope)
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  if (Number.isNaN(at)) throw new ExpressionError('must evaluate to a timestamp')
  if (at - now > MOST_WAIT_MS) throw new ExpressionError('is more than a year ahead')
  return new Date(at)
}
