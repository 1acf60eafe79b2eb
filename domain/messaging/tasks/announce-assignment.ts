import type { Task } from '#prisma/generated/client.ts'
import { subjectOf } from '#platform/core/records/ids.ts'
import { dateIn } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { queueMessage } from '../messages/queue-message.ts'
import { findRecipient } from '../messages/recipient.ts'
import { loadMessagingTerms } from '../messages/settings.ts'
import { taskEvents, taskFacts } from './events.ts'
import { namesOf } from './names-of.ts'

/** Notifies the assignee of a task, unless they assigned it to themselves. */
export const announceAssignment = async (tx: Transaction, task: Task): Promise<void> => {
  const { id, assigneeId, role, dueAt, version } = task
  if (assigneeId === null && role === null) return
  const subject = { type: 'task', id } as const
  tx.emit(taskEvents['task.assigned'], subject, taskFacts(task))
  const type = assigneeId === null ? undefined : subjectOf(assigneeId)?.type
  if ((type !== 'user' && type !== 'provider') || namesOf(tx.actor).includes(assigneeId!)) return
  const recipient = await findRecipient(tx, { type, id: assigneeId! })
  if (!recipient) return
  const { timeZone } = await loadMessagingTerms(tx)
  await queueMessage(tx, {
    template: 'task.assigned',
    variables: {
      firstName: recipient.firstName,
      taskId: id,
      dueOn: dueAt && dateIn(dueAt, timeZone),
    },
    recipient,
    subject,
    dedupeKey: `${id}/assigned/${version}`,
  })
}
