import type { ErrorCode } from '#platform/core/errors/error-codes.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import type { Issue } from '#platform/core/input/issue.ts'
import type { Operation } from '../../api/http/operation.ts'
import { validateInput } from '../../api/http/validation.ts'
import { exampleCall, requestOf, type Call } from './world.ts'

/** How the pipeline refuses requests by the schemas of an operation. */
export interface Refusal {
  code: ErrorCode
  issues: readonly Issue[]
}

/**
 * The refusal of the pipeline for a request, without a server; `undefined` if it is accepted.
 * @param body sent unchanged, instead of the body of the call
 */
export const refusalOf = async (
  operation: Operation,
  call: Call,
  body?: string | Uint8Array<ArrayBuffer>,
): Promise<Refusal | undefined> => {
  const { method, path, json } = requestOf(operation, call)
  const sent = body ?? (json === undefined ? undefined : JSON.stringify(json))
  const request = new Request(`http://api.test${path}`, {
    method,
    ...(sent !== undefined && { body: sent, headers: { 'content-type': 'application/json' } }),
  })
  try {
    await validateInput(operation, request, call.params ?? {})
    return undefined
  } catch (error) {
    if (error instanceof DomainError) return { code: error.code, issues: error.issues }
    throw error
  }
}

/** Whether an example call is refused after one body member is changed. */
export const refusesMember = async (
  operation: Operation,
  name: string,
  value: unknown,
): Promise<boolean> => {
  const call = exampleCall(operation)
  const body = { ...(call.body as object), [name]: value }
  return refusesAt(await refusalOf(operation, { ...call, body }), name)
}

/** Whether an example call is refused after one parameter is changed. */
export const refusesParameter = async (
  operation: Operation,
  name: string,
  value: string,
): Promise<boolean> =>
  refusesAt(
    await refusalOf(operation, { ...exampleCall(operation), query: { [name]: value } }),
    name,
  )

/** Whether the refusal is about this place. */
export const refusesAt = (refusal: Refusal | undefined, place: string): boolean =>
  refusal?.code === 'validation_failed' &&
  refusal.issues.some(({ path }) => path === place || path.startsWith(`${place}.`))

/** The ids of failing operations, with the reason. */
export const failing = async <Case extends { id: string }>(
  cases: readonly Case[],
  holds: (each: Case) => Promise<boolean | readonly string[]> | boolean | readonly string[],
): Promise<string[]> => {
  const found: string[] = []
  for (const each of cases) {
    const result = await holds(each)
    if (result === false) found.push(each.id)
    if (Array.isArray(result)) found.push(...result.map((what) => `${each.id}: ${what}`))
  }
  return found
}
