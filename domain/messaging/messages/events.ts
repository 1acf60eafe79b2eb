import { z } from 'zod'
import { growing } from '#platform/core/schemas/growing.ts'
import type { Message as MessageModel } from '#prisma/generated/client.ts'
import { exampleId, idOf } from '#platform/core/records/ids.ts'
import { SubjectType, subjectTypeOf } from '#platform/core/records/subject-type.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import { defineEvent, defineEvents } from '#platform/events/define-event.ts'
import { MESSAGE_REASONS, needsAction, type Reason } from './rules.ts'

export const messageEvents = defineEvents({
  'message.undelivered': defineEvent({
    description: 'A message did not reach its recipient and needs attention.',
    payload: z.strictObject({
      messageId: idOf('message'),
      template: z.string().meta({ description: 'Template of the message.' }),
      recipientType: SubjectType.meta({ description: 'Type of the recipient.' }),
      recipientId: z.string().meta({ description: 'ID of the client or provider.' }),
      subjectId: z.string().meta({ description: 'Subject.' }),
      reason: growing(z.enum(MESSAGE_REASONS)).meta({
        description: 'Reason why the message did not reach the recipient.',
      }),
    }),
    example: {
      messageId: exampleId('message'),
      template: 'appointment.reminder',
      recipientType: 'CLIENT' as const,
      recipientId: exampleId('client'),
      subjectId: exampleId('appointment'),
      reason: 'no_address' as const,
    },
  }),
})

/** Notifies subscribers that a message was not delivered, unless this was intended. */
export const reportUndelivered = (tx: Transaction, row: MessageModel): void => {
  if (!needsAction(row)) return
  const { id, template, recipientType, recipientId, subjectId, reason } = row
  tx.emit(
    messageEvents['message.undelivered'],
    { type: 'message', id },
    {
      messageId: id,
      template,
      recipientType: subjectTypeOf(recipientType),
      recipientId,
      subjectId,
      reason: reason as Reason,
    },
  )
}

/** The facts about a message for the audit trail, without its address and content. */
export const messageFacts = (row: MessageModel) => ({
  template: row.template,
  kind: row.kind,
  recipientId: row.recipientId,
  subjectId: row.subjectId,
  status: row.status,
  why: row.reason,
  dueAt: row.dueAt,
})
