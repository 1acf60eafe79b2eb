import { z } from 'zod'
import { AgentDefinition } from '../definitions/definition.ts'
import { TemplateParameters } from './template-parameter.ts'

/** What an agent keeps of the template that the centre made of it. */
export const OfferedTemplate = z.strictObject({
  definition: AgentDefinition,
  parameters: TemplateParameters,
})
export type OfferedTemplate = z.infer<typeof OfferedTemplate>
