import type { Context } from '#platform/core/context/context.ts'
import { jsonOrNull } from '#platform/core/sql/json.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { insertPayer } from './insert-payer.ts'
import { assertNamed } from './rules.ts'
import { toPayer, type CreatePayer, type Payer } from './schemas.ts'

/**
 * Creates a payer. A client can be a payer only once, and names of organizations are unique; otherwise
 * `already_exists` is thrown.
 */
export const createPayer = (
  ctx: Context,
  { clientId, name, address, eInvoiceAddress, ...fields }: CreatePayer,
): Promise<Payer> =>
  transact(ctx, 'payers:write', async (tx) => {
    assertNamed({ ...fields, address, ...(clientId && { clientId }), ...(name && { name }) })
    await assertReferences(tx, 'client', { clientId })
    const row = await insertPayer(tx, {
      ...fields,
      clientId: clientId ?? null,
      name: name ?? null,
      address: jsonOrNull(address),
      eInvoiceAddress: jsonOrNull(eInvoiceAddress),
    })
    return toPayer(row)
  })
