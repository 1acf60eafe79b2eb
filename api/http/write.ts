import type { Context, OutsideContext } from '#platform/core/context/context.ts'
import { transact, type Transaction } from '#platform/core/transactions/transaction.ts'
import type { Principal } from '#platform/identity/create-identity.ts'
import type { Services } from '../services.ts'
import { record } from './call.ts'
import { successStatus } from './dry-run.ts'
import { claimKey, storeResponse, type KeyedRequest, type StoredResponse } from './idempotency.ts'
import { assertProved } from './fresh-proof.ts'
import { runAndParse, type Answer, type Call } from './run.ts'

/**
 * Answers a write: the key, the effect, the audit row, the outbox rows and the stored response are committed
 * together.
 */
export const answerWrite = async (
  services: Services,
  call: Call,
  ctx: OutsideContext,
  caller: Principal,
  keyed: KeyedRequest | undefined,
): Promise<Answer> => {
  const { operation } = call
  try {
    const writing = { ...ctx, httpStatus: successStatus(operation, call.input) }
    const carryOut = async (tx: Transaction) => {
      const done = await (keyed ? runOnce(call, tx, keyed) : runProved(call, tx))
      await caller.confirmation.settle()
      return done
    }
    const answer = await transact(writing, operation.permission, carryOut, operation)
    services.wakeRelay()
    return answer
  } catch (error) {
    if (!(error instanceof Replay)) throw error
    await caller.confirmation.settle()
    return answerReplay(services, ctx, error.response)
  }
}

export const answerReplay = async (
  services: Services,
  ctx: Context,
  response: StoredResponse,
): Promise<Answer> => {
  services.metrics.replays.inc()
  await record(services, ctx, { outcome: 'REPLAYED', httpStatus: response.status })
  return { ...response, replayed: true }
}

/** Checked before any change, because changed requirements apply from the next call. */
const runProved = async (call: Call, tx: Transaction): Promise<Answer> => {
  await assertProved(call.operation, call.input, tx)
  return runAndParse(call, tx)
}

/**
 * Runs a request with a key, unless it is a replay. The claim is sent with the first statements of the verb and
 * awaited before the commit.
 */
const runOnce = async (call: Call, tx: Transaction, keyed: KeyedRequest): Promise<Answer> => {
  const [claim, run] = await Promise.allSettled([claimKey(tx, keyed), runProved(call, tx)])
  if (claim.status === 'rejected') throw claim.reason
  if (claim.value) throw new Replay(claim.value)
  if (run.status === 'rejected') throw run.reason
  storeResponse(tx, keyed, run.value)
  return run.value
}

/** Rolls back the transaction, because the response is a replay. */
class Replay extends Error {
  readonly response: StoredResponse

  constructor(response: StoredResponse) {
    super('The request was already carried out')
    this.response = response
  }
}
