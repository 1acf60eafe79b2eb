import type { z } from 'zod'
import { ANY, object, orNull, TEXT, value, type Shape } from './shape.ts'
import { shapeOfSchema } from './shape-of-schema.ts'

declare module '#platform/core/context/registry.ts' {
  interface Registry {
    /** The schema of the data of each event type. */
    eventSchemas: EventSchemas
  }
}

export type EventSchemas = Readonly<Record<string, z.ZodType>>

/** An event as expressions see it (triggers/load-event.ts). */
export const eventShape = (type: string, schemas: EventSchemas): Shape => {
  const schema = Object.hasOwn(schemas, type) ? schemas[type] : undefined
  return object({
    id: TEXT,
    type: value('string', [type]),
    createdAt: TEXT,
    subjectType: TEXT,
    subjectId: TEXT,
    data: schema ? shapeOfSchema(schema) : ANY,
    workflowId: orNull(TEXT),
  })
}
