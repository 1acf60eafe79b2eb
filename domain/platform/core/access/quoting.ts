import { z } from 'zod'
import type { Permission } from './permissions.ts'

const QUOTES = z.registry<{ permissions: readonly Permission[] }>()

/**
 * Text derived from records: an operation that returns it needs the permissions to read those records. The
 * contract suite checks every operation.
 */
export const quoting = <Schema extends z.ZodType>(
  schema: Schema,
  ...permissions: Permission[]
): Schema => {
  QUOTES.add(schema, { permissions })
  return schema
}

/** Permissions to read the sources of a schema's text. */
export const quotedBy = (schema: z.core.$ZodType): readonly Permission[] =>
  QUOTES.get(schema)?.permissions ?? []
