import { invalid } from '#platform/core/errors/errors.ts'
import { inTenant } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { loadPayer, findPayerByName } from '../payers/queries.ts'

/** The payer of a cycle, by record or by name; undefined if a change omits it. */
export const payerOfCycle = async (
  reader: Reader,
  { payer, payerId }: { payer?: string; payerId?: string },
): Promise<{ payer: string; payerId: string | null } | undefined> => {
  if (payerId === undefined)
    return payer === undefined
      ? undefined
      : { payer, payerId: (await findPayerByName(reader, payer))?.id ?? null }
  if (payer !== undefined)
    throw invalid('payer', 'not_allowed', 'payerId already identifies the payer. Omit payer.')
  await assertReferences(reader, 'payer', { payerId })
  return { payer: await nameOf(reader, payerId), payerId }
}

const nameOf = async (reader: Reader, id: string): Promise<string> => {
  const { name, clientId } = await loadPayer(reader, id)
  if (name !== null) return name
  const client = await reader.db.client.findFirst({ where: inTenant(reader, clientId!) })
  return client!.name
}
