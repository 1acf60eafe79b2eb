import { isDeepStrictEqual } from 'node:util'
import type { MessageText as TextModel, Prisma } from '#prisma/generated/client.ts'
import { archiving, restoring, type ArchivableKind } from '#platform/core/records/archive-record.ts'
import { keyOf } from '#platform/core/records/record-ref.ts'
import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { Words } from '../messages/templates/words.ts'
import { closeTasksAbout } from '../tasks/close-tasks-about.ts'
import { assertUsable } from './assert-usable.ts'
import { loadMessageText, showMessageTexts } from './queries.ts'
import { wordsOf, type MessageText } from './schemas.ts'

/**
 * How a text is loaded, written and shown by the verbs that change it. Archiving resets a template to the
 * platform's text.
 */
export const messageTextRecord: ArchivableKind<
  TextModel,
  Prisma.MessageTextUncheckedUpdateInput,
  MessageText
> = {
  type: 'messageText',
  table: 'message_texts',
  permission: 'message-settings:write',
  load: loadMessageText,
  update: (tx, id, data) => tx.db.messageText.update({ where: keyOf(tx, id), data }),
  show: async (row, tx) => (await showMessageTexts([row], tx))[0]!,
  archiving: { ...archiving, effects: (tx, { id }) => closeTasksAbout(tx, [id], 'cancel') },
  restoring: {
    fields: async (before, tx) => {
      await assertUsable(tx, before)
      return { ...restoring.fields(), unusableAt: null }
    },
  },
}

/** Saves words as the next version of a text. They are used from now on. */
export const nextWords = async (tx: Transaction, before: TextModel, words: Words) => {
  const next = wordsOf(words)
  await assertUsable(tx, { ...before, ...next })
  if (isDeepStrictEqual(next, wordsOf(before))) return { unusableAt: null }
  const number = before.latestNumber + 1
  await insertVersion(tx, { id: before.id, number, words: next })
  return { ...next, latestNumber: number, unusableAt: null }
}

/** The tasks about a text that could not be used end when it can. */
export const endTasks = (tx: Transaction, { id }: { id: string }): Promise<void> =>
  closeTasksAbout(tx, [id], 'complete')

export const insertVersion = async (
  tx: Transaction,
  { id, number, words }: { id: string; number: number; words: Words },
): Promise<void> => {
  await tx.db.messageTextVersion.create({
    data: {
      tenantId: tx.tenantId,
      messageTextId: id,
      number,
      ...wordsOf(words),
      publishedBy: tx.actor.id,
      publishedAt: tx.now,
    },
  })
}
