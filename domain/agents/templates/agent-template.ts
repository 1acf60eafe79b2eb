import type { AgentDefinitionInput } from '../definitions/definition.ts'

/** An agent to begin with: a definition that can be published as it is, and adapted. */
export interface AgentTemplate {
  /** As `POST /v1/agents` names it. Stable. */
  name: string
  title: string
  description: string
  definition: AgentDefinitionInput
}
