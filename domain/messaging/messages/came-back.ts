import type { Transaction } from '#platform/core/transactions/transaction.ts'
import type { Message } from '#prisma/generated/client.ts'
import { markUndeliverable } from '../channels/mark-undeliverable.ts'
import type { AddressProblem } from '../channels/rules.ts'
import { reportUndelivered } from './events.ts'
import { tryNextChannel } from './try-next-channel.ts'

/** Follows up a sent message that did not arrive: reports it, and tries the next channel. */
export const cameBack = async (
  tx: Transaction,
  message: Message,
  problem: AddressProblem | null,
): Promise<void> => {
  if (problem) await markUndeliverable(tx, message, problem)
  reportUndelivered(tx, message)
  await tryNextChannel(tx, message)
}
