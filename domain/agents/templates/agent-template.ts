import type { AgentDefinitionInput } from '../definitions/definition.ts'

/** An agent to start with: a definition that can be published unchanged, and adapted. */
export interface AgentTemplate {
  /** Its stable name in `POST /v1/agents`. */
  name: string
  title: string
  description: string
  definition: AgentDefinitionInput
}
