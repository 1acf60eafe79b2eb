import type { Context, OutsideContext } from '#platform/core/context/context.ts'
import { successStatus } from './dry-run.ts'
import { askedFor, expand } from './expansion.ts'
import type { StoredResponse } from './idempotency.ts'
import type { Operation } from './operation.ts'
import type { ValidInput } from './validation.ts'

/** The input of an operation. */
export interface Call {
  operation: Operation
  input: ValidInput
  /** The result of `operation.prepare`. */
  prepared: unknown
}

export interface Answer extends StoredResponse {
  /** The value whose text is `body`; a replay has only the text. */
  value?: unknown
  /** A list as CSV, which is sent instead of `body`. */
  file?: { content: Uint8Array<ArrayBuffer>; headers: Record<string, string> }
  replayed?: boolean
}

/**
 * Runs an operation and parses the response. A response that does not match its schema is a defect, which is
 * found before anything is committed or sent.
 */
export const runAndParse = async ({ operation, input, prepared }: Call, ctx: Context) => {
  const value = operation.response.parse(await operation.run(ctx, input, prepared))
  return {
    status: successStatus(operation, input),
    value,
    body: operation.produces ? '' : JSON.stringify(value),
  }
}

/** Runs an operation and adds the records of `expand=`. */
export const runExpanded = async (call: Call, ctx: OutsideContext) => {
  const answer = await runAndParse(call, ctx)
  const expansions = askedFor(call.operation, call.input.query)
  if (expansions.length === 0) return answer
  const value = await expand(ctx, call.operation, expansions, answer.value)
  return { ...answer, value, body: JSON.stringify(value) }
}
