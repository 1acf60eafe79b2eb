import { z } from 'zod'
import { resourceSchema } from './resource-schema.ts'

const dryRun = z
  .boolean()
  .meta({ description: 'Whether this is what would be, and nothing was done.' })

type Outcome<Shape, More> = { dryRun: typeof dryRun } & Omit<Shape, keyof More> & More

/**
 * The answer of a write that can be rehearsed: the record, and what follows from the write. `dryRun` is its first
 * member, so that nobody takes what would be for what is.
 */
export const outcomeSchema = <Shape extends z.ZodRawShape, More extends z.ZodRawShape>(
  id: string,
  record: { shape: Shape },
  more: More,
) => resourceSchema<Outcome<Shape, More>>(id, { dryRun, ...record.shape, ...more })
