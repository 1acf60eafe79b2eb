import { z } from 'zod'
import type { Actor } from '#platform/core/access/permissions.ts'
import { ANY_RECORD, ID_PREFIXES, namedBy } from '#platform/core/records/ids.ts'
import { partsOf } from './schema-parts.ts'

const CHILD_ID = new RegExp(String.raw`\b${ID_PREFIXES.child}_[0-7][0-9a-hjkmnp-tv-z]{25}\b`, 'g')

/** The persons whom a response discloses: ids where its schema refers to children or to any record. */
export const disclosedChildren = (schema: z.core.$ZodType, value: unknown): string[] => {
  const found = new Set<string>()
  collect(schema, value, found)
  return [...found]
}

/** What an audit row says of the children whom a response disclosed; empty if there are none. */
export const disclosure = ({ providerId }: Actor, children: readonly string[]) =>
  children.length > 0 && { changes: { children, ...(providerId && { boundTo: providerId }) } }

/** The ids of children in any response. */
export const childrenIn = (value: unknown): string[] => {
  const found = new Set<string>()
  collectIds(value, found)
  return [...found]
}

const collect = (schema: z.core.$ZodType, value: unknown, found: Set<string>): void => {
  if (value === null || value === undefined || !canNameChild(schema)) return
  if (namesChild(schema)) return collectIds(value, found)
  if (schema instanceof z.ZodObject) {
    for (const [name, member] of Object.entries<z.core.$ZodType>(schema.shape))
      collect(member, (value as Record<string, unknown>)[name], found)
  } else if (schema instanceof z.ZodArray) {
    for (const item of value as unknown[]) collect(schema.element, item, found)
  } else if (schema instanceof z.ZodRecord) {
    for (const item of Object.values(value)) collect(schema.valueType, item, found)
  } else {
    for (const part of partsOf(schema)) collect(part, value, found)
  }
}

/** Collects ids from texts and from open objects. */
const collectIds = (value: unknown, found: Set<string>): void => {
  if (typeof value === 'string') for (const [id] of value.matchAll(CHILD_ID)) found.add(id)
  else if (typeof value === 'object' && value !== null)
    for (const part of Object.values(value)) collectIds(part, found)
}

const namesChild = (schema: z.core.$ZodType): boolean => {
  const named = namedBy(schema)
  return named === 'child' || named === ANY_RECORD
}

const KNOWN = new WeakMap<z.core.$ZodType, boolean>()

/** Whether a response with this schema can disclose records. */
const canNameChild = (schema: z.core.$ZodType): boolean => {
  const known = KNOWN.get(schema)
  if (known !== undefined) return known
  const reached = new Set<z.core.$ZodType>()
  const reaches = (part: z.core.$ZodType): boolean => {
    if (reached.has(part)) return false
    reached.add(part)
    return namesChild(part) || partsOf(part).some(reaches)
  }
  const can = reaches(schema)
  KNOWN.set(schema, can)
  return can
}
