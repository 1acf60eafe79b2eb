import type { WorkflowDefinition } from '../workflow-kinds/workflows.ts'

/**
 * What the contexts declare, by name: composed in domain/registry and given to `openPlatform`, so that
 * no engine imports what it works on. A context with an engine of its own adds a member by declaration
 * merging.
 */
export interface Registry {
  workflows: Readonly<Record<string, WorkflowDefinition>>
}

/** What a row names: it may have been written by a newer version. */
export const named = <T>(declared: Readonly<Record<string, T>>, name: string): T => {
  const found = declared[name]
  if (found === undefined) throw new Error(`This version knows no '${name}'`)
  return found
}
