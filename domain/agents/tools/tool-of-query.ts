import { z } from 'zod'
import { namedIn } from '../catalog/named-in.ts'
import { QUERIES } from '../catalog/queries/index.ts'
import { runQuery } from '../catalog/run-query.ts'
import type { Tool, ToolFamily } from './tool.ts'

/** Offers a catalog query as a tool. */
export const toolOfQuery = (family: ToolFamily, name: string): Tool => {
  const { title, description, parameters, needs, row } = namedIn(QUERIES, 'query', name)
  return {
    name,
    family,
    title,
    description,
    parameters,
    answers: z.strictObject({ rows: z.array(row), truncated: z.boolean() }),
    needs,
    effect: 'READ',
    run: (ctx, given) => runQuery(ctx, { query: name, parameters: given }),
  }
}
