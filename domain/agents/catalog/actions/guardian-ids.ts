import { guardiansOf } from '#messaging/messages/recipient.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'

/** The legal guardians of the child of an action, to whom it writes. */
export const guardianIds = async (
  reader: Reader,
  { childId }: { childId: string },
): Promise<string[]> => (await guardiansOf(reader, childId)).map(({ id }) => id)
