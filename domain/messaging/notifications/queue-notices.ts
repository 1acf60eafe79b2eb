import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { queueMessage } from '../messages/queue-message.ts'
import { firstNameOf } from '../messages/recipient.ts'
import type { Notice } from './notice-for.ts'

/**
 * Queues one message for each person and time. The text is made when it is sent, from the records and with the
 * rights of the recipient. The rows of `worklist_notices` keep a repeat from telling anybody twice.
 */
export const queueNotices = async (tx: Transaction, notices: readonly Notice[]): Promise<void> => {
  const together = Map.groupBy(notices, ({ to, notBefore }) => `${to.id} ${notBefore.getTime()}`)
  for (const lines of together.values()) {
    const [{ to, notBefore, row, stage: first }] = lines as [Notice, ...Notice[]]
    const { id, name, email } = to
    const firstName = firstNameOf(name)
    await queueMessage(tx, {
      template: 'worklist.waiting',
      variables: {
        firstName,
        notices: lines.map(({ row: { id: entryId }, stage, inPlaceOf }) => ({
          entryId,
          stage,
          ...(inPlaceOf && { inPlaceOf: inPlaceOf.name }),
        })),
      },
      recipient: { type: 'user', id, firstName, email },
      subject: { type: 'user', id },
      dedupeKey: `waiting/${row.id}/${row.since.getTime()}/${first}/${id}`,
      notBefore,
    })
  }
}
