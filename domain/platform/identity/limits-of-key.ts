import { inTenant } from '../core/records/record-ref.ts'
import type { Reader } from '../core/transactions/transaction.ts'
import { hashSecret } from './secrets.ts'

/**
 * A fingerprint of the limits of a key that links do not enforce themselves: methods and addresses. A link that
 * contains it ends when they change.
 */
export const limitsOfKey = async (reader: Reader, id: string): Promise<string> => {
  const { methods, ipRanges } = await reader.db.apiKey.findFirstOrThrow({
    where: inTenant(reader, id),
    select: { methods: true, ipRanges: true },
  })
  return hashSecret(JSON.stringify([methods, ipRanges]))
}
