import type { Context, OutsideContext } from '#platform/core/context/context.ts'
import { successStatus } from './dry-run.ts'
import { askedFor, expand } from './expansion.ts'
import type { StoredResponse } from './idempotency.ts'
import type { Operation } from './operation.ts'
import type { ValidInput } from './validation.ts'

/** What an operation is run with. */
export interface Call {
  operation: Operation
  input: ValidInput
  /** What `operation.prepare` answered. */
  prepared: unknown
}

export interface Answer extends StoredResponse {
  /** What `body` is the text of; a replay has the text alone. */
  value?: unknown
  replayed?: boolean
}

/** What the schema does not know is a bug of ours, found before anything is committed or sent. */
export const runAndParse = async ({ operation, input, prepared }: Call, ctx: Context) => {
  const value = operation.response.parse(await operation.run(ctx, input, prepared))
  return {
    status: successStatus(operation, input),
    value,
    body: operation.produces ? '' : JSON.stringify(value),
  }
}

/** …with the records that `expand=` asks for. */
export const runExpanded = async (call: Call, ctx: OutsideContext) => {
  const answer = await runAndParse(call, ctx)
  const expansions = askedFor(call.operation, call.input.query)
  if (expansions.length === 0) return answer
  const value = await expand(ctx, call.operation, expansions, answer.value)
  return { ...answer, value, body: JSON.stringify(value) }
}
