import { z } from 'zod'
import type { Permission } from './permissions.ts'

const QUOTES = z.registry<{ permissions: readonly Permission[] }>()

/**
 * Marks text that is derived from records: an operation that returns it requires the permissions to read those
 * records. The contract suite checks every operation.
 */
export const quoting = <Schema extends z.ZodType>(
  schema: Schema,
  ...permissions: Permission[]
): Schema => {
  QUOTES.add(schema, { permissions })
  return schema
}

/** The permissions required to read the sources of a schema's text. */
export const quotedBy = (schema: z.core.$ZodType): readonly Permission[] =>
  QUOTES.get(schema)?.permissions ?? []
