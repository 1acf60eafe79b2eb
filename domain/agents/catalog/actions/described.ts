import { notFound } from '#platform/core/errors/errors.ts'
import { subjectOf } from '#platform/core/records/ids.ts'
import { utc } from '#platform/core/time/time.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import { namesOf } from '../names-of.ts'

/**
 * Describes the effect of an action, with the names of the records in its parameters. It names children and clients
 * only to readers of children and clients.
 */
export const described = async (
  reader: Reader,
  title: string,
  parameters: object,
): Promise<{ text: string }> => {
  const members: [string, unknown][] = Object.entries(parameters)
  const ids = members.flatMap(([, value]) => idsIn(value))
  const names = await namesOf(reader, ids)
  const unknown = ids.find((id) => KNOWN.has(subjectOf(id)!.type) && !names.has(id))
  if (unknown) throw notFound(subjectOf(unknown)!.type)
  const lines = members
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([member, value]) => `${member}: ${textOf(value, names)}`)
  return { text: [title, ...lines].join('\n') }
}

/** Kinds of records that are checked before an approval is requested. */
const KNOWN: ReadonlySet<string> = new Set([
  'child',
  'client',
  'formTemplate',
  'hold',
  'instrument',
  'label',
  'location',
  'program',
  'provider',
  'room',
  'service',
  'session',
])

const idsIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(idsIn)
  return typeof value === 'string' && subjectOf(value) ? [value] : []
}

const textOf = (value: unknown, names: ReadonlyMap<string, string | null>): string => {
  if (value instanceof Date) return utc(value)
  if (Array.isArray(value)) return value.map((item) => textOf(item, names)).join(', ')
  if (typeof value !== 'string') return JSON.stringify(value)
  const name = names.get(value)
  return name ? `${name} (${value})` : value
}
