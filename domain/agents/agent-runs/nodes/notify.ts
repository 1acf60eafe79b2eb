import { readTemplate } from '../../definitions/expressions/read-template.ts'
import type { NodeOf } from '../../definitions/nodes/nodes.ts'
import type { NodeContext, NodeExecutor } from './node-executor.ts'
import { succeeded } from './outcome.ts'

const MOST_TASK_TITLE = 200
const MOST_TASK_NOTES = 4_000

/** NOTIFY: creates a task for people, which stays until it is completed. */
export const notify: NodeExecutor<'NOTIFY'> = async (node, context, { effects }) =>
  succeeded(
    await effects.action({ action: 'create_task', parameters: taskOf(node, context) }, context),
  )

const taskOf = ({ to, text }: NodeOf<'NOTIFY'>, { scope, startedBy }: NodeContext): object => {
  const [title = '', ...more] = readTemplate(text).render(scope, MOST_TASK_NOTES).trim().split('\n')
  const notes = [title.slice(MOST_TASK_TITLE), ...more].join('\n').trim()
  return {
    title: title.slice(0, MOST_TASK_TITLE),
    notes: notes === '' ? null : notes,
    ...(to === 'STARTER' ? { assigneeId: startedBy } : { role: to }),
  }
}
