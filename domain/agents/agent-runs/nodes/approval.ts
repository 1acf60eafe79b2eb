import { HOUR_MS } from '#platform/core/time/time.ts'
import { readExpression } from '../../definitions/expressions/read-expression.ts'
import { readTemplate } from '../../definitions/expressions/read-template.ts'
import type { NodeExecutor } from './node-executor.ts'

const MOST_TITLE = 300

/** APPROVAL: waits until somebody decides. */
export const approval: NodeExecutor<'APPROVAL'> = (node, { scope }) => ({
  status: 'WAITING',
  waitsUntil: new Date((scope.now as Date).getTime() + node.expiresAfterHours * HOUR_MS),
  output: {
    title: readTemplate(node.title).render(scope, MOST_TITLE),
    roles: node.roles,
    shows: node.shows === null ? null : readExpression(node.shows).evaluate(scope),
  },
})
