import { DomainError, type ErrorCode } from '#platform/core/errors/errors.ts'
import type { Issue } from '#platform/core/input/issue.ts'
import type { Operation } from '../../api/http/operation.ts'
import { validateInput } from '../../api/http/validation.ts'
import { exampleCall, requestOf, type Call } from './world.ts'

/** How the pipeline refuses a request by the schemas of its operation. */
export interface Refusal {
  code: ErrorCode
  issues: readonly Issue[]
}

/**
 * What the pipeline says of a request by the schemas of its operation, without a server: `undefined` where they take it.
 * @param body sent as it is, instead of the call's
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

/** Whether an example of a call is refused when one member of its body has another value. */
export const refusesMember = async (
  operation: Operation,
  name: string,
  value: unknown,
): Promise<boolean> => {
  const call = exampleCall(operation)
  const body = { ...(call.body as object), [name]: value }
  return refusesAt(await refusalOf(operation, { ...call, body }), name)
}

/** Whether an example of a call is refused when one of its parameters has another value. */
export const refusesParameter = async (
  operation: Operation,
  name: string,
  value: string,
): Promise<boolean> =>
  refusesAt(
    await refusalOf(operation, { ...exampleCall(operation), query: { [name]: value } }),
    name,
  )

/** Whether it is for a fault at this place. */
export const refusesAt = (refusal: Refusal | undefined, place: string): boolean =>
  refusal?.code === 'validation_failed' &&
  refusal.issues.some(({ path }) => path === place || path.startsWith(`${place}.`))

/** The ids of those of which something does not hold, with what. */
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
