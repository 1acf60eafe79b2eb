import type { AgentDefinitionInput } from '../definitions/definition.ts'
import type { TemplateParameterInput } from './template-parameter.ts'

/** A template for agents: a definition that can be published unchanged or adapted. */
export interface AgentTemplate {
  /** Its stable name in `POST /v1/agents`. */
  name: string
  title: string
  description: string
  definition: AgentDefinitionInput
  /** What a centre is asked when it starts from the template: at most five questions. */
  parameters: TemplateParameterInput[]
}
