import type { Task } from '#prisma/generated/client.ts'
import { invalid } from '#platform/core/errors/errors.ts'
import { jsonArray } from '#platform/core/sql/json.ts'
import { utc } from '#platform/core/time/time.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { commentsOf } from './schemas.ts'

const MOST = 200

/** A task's comments, with one added. */
export const withComment = (tx: Transaction, before: Pick<Task, 'comments'>, text: string) => {
  const comments = commentsOf(before)
  if (comments.length >= MOST)
    throw invalid(
      'text',
      'too_many',
      `A task can have at most ${MOST} comments. Edit the notes instead.`,
    )
  const comment = { text, writtenBy: tx.actor.id, writtenAt: utc(tx.now) }
  return { comments: jsonArray([...comments, comment]) }
}
