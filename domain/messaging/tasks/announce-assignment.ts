import type { Task } from '#prisma/generated/client.ts'
import { subjectOf } from '#platform/core/records/ids.ts'
import { dateIn } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { queueMessage } from '../messages/queue-message.ts'
import { findRecipient } from '../messages/recipient.ts'
import { loadMessagingTerms } from '../messages/settings.ts'
import { taskEvents, taskFacts } from './events.ts'
import { namesOf } from './names-of.ts'

/**
 * Announces the assignee of a task, and notifies a provider without a user. Users are told with everything else that
 * waits for them (domain/messaging/notifications).
 */
export const announceAssignment = async (tx: Transaction, task: Task): Promise<void> => {
  const { id, assigneeId, role, dueAt, version } = task
  if (assigneeId === null && role === null) return
  const subject = { type: 'task', id } as const
  tx.emit(taskEvents['task.assigned'], subject, taskFacts(task))
  if (assigneeId === null || subjectOf(assigneeId)?.type !== 'provider') return
  if (namesOf(tx.actor).includes(assigneeId) || (await hasUser(tx, assigneeId))) return
  const recipient = await findRecipient(tx, { type: 'provider', id: assigneeId })
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

const hasUser = async ({ db, tenantId }: Transaction, providerId: string): Promise<boolean> =>
  (await db.user.count({ where: { tenantId, providerId, status: 'ACTIVE' } })) > 0
