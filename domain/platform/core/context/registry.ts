import type { WorkflowDefinition } from '../workflow-kinds/workflows.ts'

/**
 * Declarations of the contexts by name: composed in domain/registry and passed to `openPlatform`, so engines
 * import no contexts. A context with its own engine adds a member by declaration merging.
 */
export interface Registry {
  workflows: Readonly<Record<string, WorkflowDefinition>>
}

/** The entry named by a row, which a newer version may have written. */
export const named = <T>(declared: Readonly<Record<string, T>>, name: string): T => {
  const found = declared[name]
  if (found === undefined) throw new Error(`This version does not know '${name}'`)
  return found
}
