import { inTenant, keyOf, touched } from '#platform/core/records/record-ref.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import type { TextFailed } from '../messages/words/text-failed.ts'
import { createTask } from '../tasks/create-task.ts'

/**
 * Records that a text could not be used for a message, and creates a task for an administrator, once until the
 * text is changed.
 */
export const flagUnusable: TextFailed = async (tx, ids) => {
  for (const id of ids.toSorted()) {
    await lockRecord(tx, 'message_texts', id)
    const before = await tx.db.messageText.findFirst({ where: inTenant(tx, id) })
    if (!before || before.unusableAt || before.archivedAt) continue
    const after = await tx.db.messageText.update({
      where: keyOf(tx, id),
      data: { unusableAt: tx.now, ...touched(tx) },
    })
    tx.changed({ type: 'messageText', id }, before, after)
    await createTask(tx, {
      title: `A text of the centre cannot be used: ${before.template}, ${before.language}`,
      notes:
        'Messages are sent with the platform’s text until somebody corrects or archives it. Its issues say what is wrong.',
      subjectId: id,
      childId: null,
      assigneeId: null,
      role: 'ADMINISTRATOR',
      dueAt: null,
    })
  }
}
