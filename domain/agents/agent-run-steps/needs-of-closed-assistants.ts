import { closedAssistants } from '#knowledge/assistants/closed-assistants.ts'
import type { Permission } from '#platform/core/access/permissions.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { AgentDefinition } from '../definitions/definition.ts'
import { quotesOneOf } from '../definitions/checks/needs-of-node.ts'

/**
 * Additional permissions for reading the output of nodes that search documents: knowledge management, for a
 * reader without a role of each searched assistant.
 */
export const needsOfClosedAssistants = async (
  reader: Reader,
): Promise<(definition: AgentDefinition, nodes: readonly string[]) => Permission[]> => {
  const closed = new Set(await closedAssistants(reader))
  return (definition, nodes) => (quotesOneOf(definition, nodes, closed) ? ['knowledge:write'] : [])
}
