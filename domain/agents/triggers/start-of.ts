import type { Reader } from '#platform/core/transactions/transaction.ts'
import { loadAgentVersion } from '../agents/queries.ts'
import { checkedInput } from '../agent-runs/start/checked-input.ts'
import { definitionOf } from '../definitions/definition.ts'

/** Starts a run without a caller, on behalf of the user who published the version. */
export const startOf = async (
  reader: Reader,
  { id: agentId, publishedVersion }: { id: string; publishedVersion: number | null },
  input: object = {},
) => {
  const number = publishedVersion!
  const version = await loadAgentVersion(reader, { id: agentId, number })
  const definition = definitionOf(version)
  const checked = checkedInput(definition.inputs, input)
  return { agentId, number, definition, input: checked, startedBy: version.publishedBy }
}
