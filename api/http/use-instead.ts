import { z } from 'zod'
import type { Operation } from './operation.ts'

/** Members such as `reason`, which more operations accept than this, are not listed. */
const MOST_NAMED = 4

/**
 * Adds to a PATCH the members that other operations on its record accept: `startsAt` of an appointment is
 * changed by rescheduling, and its `status` by verbs. The error names these operations.
 */
export const withInstead = (each: Operation, all: readonly Operation[]): Operation => {
  if (each.method !== 'patch') return each
  const verbs = all.filter(({ method, path }) => method === 'post' && isVerbOf(each.path, path))
  const instead = new Map<string, string[]>()
  const takers = (member: string) => instead.get(member) ?? []
  for (const { path, body } of verbs)
    for (const member of membersOf(body)) instead.set(member, [...takers(member), `POST ${path}`])
  for (const [member, calls] of instead) if (calls.length > MOST_NAMED) instead.delete(member)
  const named = (...names: string[]) =>
    verbs.filter(({ path }) => names.some((name) => path.endsWith(`/${name}`)))
  const calls = (of: readonly Operation[]) => of.map(({ path }) => `POST ${path}`)
  const moves = verbs.filter(({ errors = [] }) => errors.includes('invalid_transition'))
  if (moves.length > 0) instead.set('status', calls(moves))
  const archiving = named('archive', 'restore')
  if (archiving.length > 0) instead.set('archivedAt', calls(archiving))
  for (const member of membersOf(each.body)) instead.delete(member)
  return { ...each, instead }
}

const isVerbOf = (record: string, path: string): boolean =>
  path.startsWith(`${record}/`) && !/[/{]/.test(path.slice(record.length + 1))

const membersOf = (schema: z.ZodType | undefined): string[] => {
  if (schema instanceof z.ZodPipe) return membersOf(schema.in as z.ZodType)
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}
