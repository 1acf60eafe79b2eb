import type { AgentDefinitionInput } from '../definitions/definition.ts'

/** A template for agents: a definition that can be published unchanged or adapted. */
export interface AgentTemplate {
  /** Its stable name in `POST /v1/agents`. */
  name: string
  title: string
  description: string
  definition: AgentDefinitionInput
}
