import type { OutsideContext } from '#platform/core/context/context.ts'
import { read } from '#platform/core/transactions/transaction.ts'
import type { Principal } from '#platform/identity/create-identity.ts'
import type { Listener } from './answer-by-events.ts'
import { assertProved } from './fresh-proof.ts'
import { findStored, type KeyedRequest, type StoredResponse } from './idempotency.ts'
import type { Operation } from './operation.ts'
import type { ValidInput } from './validation.ts'

/** The result of `operation.prepare`, or a stored response. */
export type Prepared = { value: unknown } | { replay: StoredResponse }

/**
 * The step before the transaction of a write. It first confirms the caller, looks for a stored response and
 * requires a fresh proof, so that a revoked key causes no calls to other services and a replay needs no proof.
 */
export const prepareCall = async (
  operation: Operation,
  ctx: OutsideContext,
  caller: Principal,
  keyed: KeyedRequest | undefined,
  input: ValidInput,
  listener: Listener,
): Promise<Prepared> => {
  const stored = async () =>
    keyed && (await read(ctx, operation.permission, (reader) => findStored(reader, keyed)))
  const before = await stored()
  await caller.confirmation.settle()
  if (before) return { replay: before }
  if (operation.freshProof)
    await read(ctx, operation.permission, (reader) => assertProved(operation, input, reader))
  try {
    return { value: await operation.prepare?.(ctx, input, listener) }
  } catch (error) {
    // A request with the same key may have finished while this one waited.
    const meanwhile = await stored()
    if (meanwhile) return { replay: meanwhile }
    throw error
  }
}
