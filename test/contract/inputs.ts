import type { Operation } from '../../api/http/operation.ts'
import { exampleBody } from './world.ts'

export const isText = (value: unknown) => typeof value === 'string'
export const isDate = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value)
export const isId = (value: unknown) =>
  typeof value === 'string' && /^[a-z]{3}_[0-9a-z]{26}$/.test(value)
export const isNumber = (value: unknown) => typeof value === 'number'

/** The values of a kind in the example of an operation, optional members included. */
export const membersOf = (operation: Operation, isOfKind: (value: unknown) => boolean) =>
  Object.entries(exampleBody(operation)!).filter(([, value]) => isOfKind(value)) as [
    name: string,
    value: string,
  ][]

export const parametersOf = ({ query }: Operation) =>
  Object.keys((query as unknown as { shape: object }).shape)

/** No limits. */
export const LIMITED = ['0', '-1', '101', '1.5', 'NaN', '', '1e9', 'ten']

export const isRange = (parameter: string) => parameter.endsWith(']')

/** The operations with a member or parameter of a kind. */
export const tablesOf = (operations: readonly Operation[]) => {
  const writes = operations.filter(({ method }) => method !== 'get')
  const withBody = writes.filter(({ body }) => body !== undefined)
  const lists = operations.filter(({ query }) => query && 'shape' in query)
  const withMembers = (isOfKind: (value: unknown) => boolean) =>
    withBody.filter((operation) => membersOf(operation, isOfKind).length > 0)
  const withParameter = (isOfKind: (name: string) => boolean) =>
    lists.filter((operation) => parametersOf(operation).some(isOfKind))
  return {
    writes,
    withBody,
    withoutBody: writes.filter(({ body, form }) => body === undefined && !form),
    lists,
    withTexts: withMembers(isText),
    withDates: withMembers(isDate),
    withIds: withMembers(isId),
    withNumbers: withMembers(isNumber),
    withLimit: withParameter((name) => name === 'limit'),
    withCursor: withParameter((name) => name === 'cursor'),
    withRange: withParameter(isRange),
  }
}
