import { runQuery } from '../../catalog/run-query.ts'
import type { NodeExecutor } from './node-executor.ts'
import { succeeded } from './outcome.ts'
import { resolveParameters } from './resolve-parameters.ts'

/** QUERY: reads records by a query of the catalog. */
export const query: NodeExecutor<'QUERY'> = async (node, { scope }, { ctx }) => {
  const parameters = resolveParameters(node.parameters, scope)
  return succeeded(await runQuery(ctx, { query: node.query, parameters }))
}
