import type { NodeExecutor } from './node-executor.ts'
import { succeeded } from './outcome.ts'
import { resolveParameters } from './resolve-parameters.ts'

/** ACTION: changes records by an action of the catalog. */
export const action: NodeExecutor<'ACTION'> = async (node, context, { effects }) => {
  const parameters = resolveParameters(node.parameters, context.scope)
  return succeeded(await effects.action({ action: node.action, parameters }, context))
}
