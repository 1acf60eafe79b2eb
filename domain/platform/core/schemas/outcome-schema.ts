import { z } from 'zod'
import { resourceSchema } from './resource-schema.ts'

const dryRun = z
  .boolean()
  .meta({ description: 'Whether this is a dry run, which changes nothing.' })

type Outcome<Shape, More> = { dryRun: typeof dryRun } & Omit<Shape, keyof More> & More

/**
 * The response of a write with dryRun: the record and the consequences. `dryRun` is its first member, so that
 * nobody mistakes a preview for a result.
 */
export const outcomeSchema = <Shape extends z.ZodRawShape, More extends z.ZodRawShape>(
  id: string,
  record: { shape: Shape },
  more: More,
) => resourceSchema<Outcome<Shape, More>>(id, { dryRun, ...record.shape, ...more })
