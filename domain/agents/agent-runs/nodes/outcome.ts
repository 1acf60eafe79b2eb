import { DomainError, isPermanent } from '#platform/core/errors/errors.ts'
import { ExpressionError } from '../../definitions/expressions/expression-error.ts'

/** The outcome of a node. */
export type Outcome =
  | { status: 'SUCCEEDED'; output: object }
  | { status: 'WAITING'; output: object; waitsUntil: Date; awaitedEvent?: string }
  /** More items of a FOR_EACH, or more turns of an AGENT, follow. */
  | { status: 'RUNNING'; output: object }
  | { status: 'FAILED'; code: string; message: string; output?: object }

export const succeeded = (output: object): Outcome => ({ status: 'SUCCEEDED', output })

type Failure = Extract<Outcome, { status: 'FAILED' }>

export const failed = (code: string, message: string): Failure => ({
  status: 'FAILED',
  code,
  message,
})

/** Converts a permanent error to an outcome. Any other error is thrown again, so that the node is retried. */
export const failureOf = (error: unknown): Failure => {
  if (error instanceof ExpressionError)
    return failed('expression_failed', `An expression ${error.message}.`)
  if (error instanceof DomainError && isPermanent(error)) return failed(error.code, error.message)
  throw error
}
