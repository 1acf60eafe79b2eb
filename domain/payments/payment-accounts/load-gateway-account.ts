import { inTenant } from '#platform/core/records/record-ref.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { GatewayAccount } from '#providers/payments/gateway.ts'
import { openSecretKey } from './seal-secret-key.ts'

/** The account that takes a payment, with its key; null if the centre has none. */
export const loadGatewayAccount = async (
  reader: Reader,
  accountId: string | null,
): Promise<GatewayAccount | null> => {
  if (accountId === null) return null
  const row = await reader.db.paymentAccount.findFirst({ where: inTenant(reader, accountId) })
  if (!row?.sealedSecretKey) return { kind: 'SANDBOX' }
  const secretKey = openSecretKey(reader.platform.cipher, accountId, row.sealedSecretKey)
  return { kind: 'STRIPE', secretKey }
}
