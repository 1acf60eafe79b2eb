import { z } from 'zod'
import type { Permission } from './permissions.ts'

const QUOTES = z.registry<{ permissions: readonly Permission[] }>()

/**
 * A text that is worded from records: an operation that answers it needs the permissions that reading
 * those records takes. The contract suite holds every operation to it.
 */
export const quoting = <Schema extends z.ZodType>(
  schema: Schema,
  ...permissions: Permission[]
): Schema => {
  QUOTES.add(schema, { permissions })
  return schema
}

/** What reading the records takes that a schema's text is worded from. */
export const quotedBy = (schema: z.core.$ZodType): readonly Permission[] =>
  QUOTES.get(schema)?.permissions ?? []
