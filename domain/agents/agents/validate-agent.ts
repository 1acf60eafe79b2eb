import type { Context } from '#platform/core/context.ts'
import { transact } from '#platform/core/transaction.ts'
import { problemsOf } from '../definitions/problems-of.ts'
import { loadAgent } from './queries.ts'
import { agentRecord } from './record.ts'
import { definitionOf, type AgentValidation } from './schemas.ts'

const NODE = /^nodes\.(\d+)\./

/** Says all that keeps a draft from being published. */
export const validateAgent = (ctx: Context, { id }: { id: string }): Promise<AgentValidation> =>
  transact(ctx, agentRecord.permission, async (tx) => {
    const definition = definitionOf(await loadAgent(tx, id))
    const problems = problemsOf(definition, tx.platform.registry).map(({ path, code, message }) => {
      const [, index] = NODE.exec(path) ?? []
      return { path, node: index ? definition.nodes[Number(index)]!.id : null, code, message }
    })
    tx.nothingChanged({ type: 'agent', id })
    return { publishable: problems.length === 0, problems }
  })
