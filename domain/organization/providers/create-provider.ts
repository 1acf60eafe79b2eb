import type { Context } from '#platform/core/context/context.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { insertProvider } from './insert-provider.ts'
import type { CreateProvider } from './schemas.ts'

/** Creates an employed provider, whom the caller thereby approves. */
export const createProvider = (ctx: Context, input: CreateProvider) =>
  transact(ctx, 'providers:write', (tx) => insertProvider(tx, input, 'APPROVED'))
