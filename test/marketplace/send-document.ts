import { receiveDocument } from '#marketplace/provider-onboardings/receive-document.ts'
import { transact } from '#platform/core/transactions/transaction.ts'

/** Stores and records a document of an applicant, like a form with only this file. */
export const sendDocument = async (...args: Parameters<typeof receiveDocument>): Promise<void> => {
  const stored = await receiveDocument(...args)
  await transact(args[0], 'provider-onboardings:write', (tx) => stored.record(tx))
}
