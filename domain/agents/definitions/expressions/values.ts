import { utc } from '#platform/core/time/time.ts'
import { ExpressionError } from './expression-error.ts'

/** Converts JSON to CEL, in which integers have their own type. */
export const toCel = (value: unknown): unknown => {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value
  if (Array.isArray(value)) return value.map(toCel)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toCel(member)]))
}

/**
 * The limit for the values and characters of a result. A list that refers to another list repeatedly counts it
 * each time.
 */
const MOST_VALUE = 2_000_000

/** Converts the result of an expression to JSON. */
export const fromCel = (value: unknown, left = { count: MOST_VALUE }): unknown => {
  left.count -= typeof value === 'string' ? value.length + 1 : 1
  if (left.count < 0)
    throw new ExpressionError('evaluates to too much data. Use fewer members or items')
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number' || typeof value === 'bigint') return numberOf(value)
  if (value instanceof Date) return utc(value)
  if (Array.isArray(value)) return value.map((item) => fromCel(item, left))
  if (value instanceof Map) return fromCel(Object.fromEntries(value), left)
  if (typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype)
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, fromCel(member, left)]),
    )
  throw new ExpressionError('evaluates to something that is not a JSON value. Use string(…)')
}

const numberOf = (value: number | bigint): number => {
  const number = Number(value)
  if (Number.isFinite(number) && (typeof value === 'number' || Number.isSafeInteger(number)))
    return number
  throw new ExpressionError('evaluates to a number that JSON cannot represent')
}

/** The length of the longest list or text in a value. */
export const longestIn = (value: unknown): number => {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null || value instanceof Date) return 1
  const members = Object.values(value)
  return members.reduce<number>(
    (longest, member) => Math.max(longest, longestIn(member)),
    members.length,
  )
}
