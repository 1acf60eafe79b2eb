import { z } from 'zod'
import { itemOfAnswer } from '../http/expansion.ts'
import type { Operation } from '../http/operation.ts'
import { reference, type JsonSchema } from './schema-components.ts'

/** Adds the members that `expand=` adds to the component with a schema's id. */
export const addExpansionMembers = (
  components: Record<string, JsonSchema>,
  operations: readonly Operation[],
): void => {
  for (const { response, expansions } of operations) {
    if (!expansions) continue
    const properties = components[nameOf(itemOfAnswer(response))]?.['properties'] as
      | Record<string, JsonSchema>
      | undefined
    for (const { name, schema } of expansions) {
      if (!properties || name in properties) continue
      properties[name] = {
        description: `Full record, if requested with \`expand=${name}\`; null if the caller is not allowed to see it.`,
        anyOf: [reference(nameOf(schema)), { type: 'null' }],
      }
    }
  }
}

const nameOf = (schema: z.core.$ZodType | undefined): string => {
  const id = schema && z.globalRegistry.get(schema)?.id
  if (id === undefined) throw new Error('An expandable member needs an id in its meta')
  return id
}
