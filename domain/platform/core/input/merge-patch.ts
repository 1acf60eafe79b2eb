import type { z } from 'zod'
import { DomainError } from '../errors/errors.ts'
import type { Issue } from './issue.ts'
import { parseInput } from './parse-input.ts'

/** Applies RFC 7396: null removes a member, objects merge, and everything else replaces. */
export const mergePatch = (target: unknown, patch: unknown): unknown => {
  if (!isObject(patch)) return patch
  const merged = new Map(isObject(target) ? Object.entries(target) : [])
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name)
    else merged.set(name, mergePatch(merged.get(name), value))
  }
  return Object.fromEntries(merged)
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * An object after a merge patch: `undefined` if the patch omits it, null if it removes it. Refuses an
 * incomplete result, such as an address without a city.
 */
export const mergedMember = <T>(
  path: string,
  schema: z.ZodType<T>,
  before: unknown,
  patch: object | null | undefined,
): T | null | undefined => {
  if (patch === undefined || patch === null) return patch
  const result = parseInput(schema, mergePatch(before, patch))
  if ('data' in result) return result.data
  const issues: Issue[] = result.issues.map((issue) => ({
    ...issue,
    path: [path, issue.path].join('.'),
  }))
  throw new DomainError('validation_failed', `${issues[0]!.path} ${issues[0]!.message}.`, {
    issues,
  })
}
