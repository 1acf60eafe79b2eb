import type { AgentDefinition } from '../definition.ts'

const NODE = /^nodes\.(\d+)\./

/** The id of the node in which a member is; null if it is in none. */
export const nodeAt = ({ nodes }: AgentDefinition, path: string): string | null => {
  const [, index] = NODE.exec(path) ?? []
  return index === undefined ? null : nodes[Number(index)]!.id
}
