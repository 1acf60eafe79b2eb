import type { Task } from '#prisma/generated/client.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { withComment } from './with-comment.ts'

export type Closing = RecordRef & { comment?: string | undefined }

/** The columns that change when a task is closed, with the reason. */
export const closed = (tx: Transaction, before: Task, comment: string | undefined) => ({
  closedAt: tx.now,
  closedBy: tx.actor.id,
  ...(comment !== undefined && withComment(tx, before, comment)),
})
