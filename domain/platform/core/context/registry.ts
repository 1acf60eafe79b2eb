import type { Entity } from '../records/ids.ts'
import type { WorkflowDefinition } from '../workflow-kinds/workflows.ts'

/**
 * The declarations of all contexts, by name. domain/registry composes them and they are passed to
 * `openPlatform`, so that engines import no contexts. A context with its own engine adds a member by
 * declaration merging.
 */
export interface Registry {
  workflows: Readonly<Record<string, WorkflowDefinition>>
  waiting: WaitingStates
}

/** The states in which records wait for a person, and the workflow of a centre that tells its people. */
export interface WaitingStates {
  states: Partial<Record<Entity, ReadonlySet<string>>>
  workflow: WorkflowDefinition
}

/** The entry that a row names. A newer version may have written the row, so it can be unknown. */
export const named = <T>(declared: Readonly<Record<string, T>>, name: string): T => {
  const found = declared[name]
  if (found === undefined) throw new Error(`This version does not know '${name}'`)
  return found
}
