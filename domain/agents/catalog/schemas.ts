import { z } from 'zod'
import { growing } from '#platform/core/schemas/growing.ts'
import { pageMembers } from '#platform/core/lists/paging.ts'
import { permissionsIn } from '#platform/core/access/permissions.ts'
import { exampleOf, resourceSchema } from '#platform/core/schemas/resource-schema.ts'
import type { Action } from './action.ts'
import type { Query } from './query.ts'

const entry = {
  name: z.string().meta({
    description: 'Name by which agent definitions refer to the entry.',
    example: 'unpaid_orders',
  }),
  title: z
    .string()
    .meta({ description: 'Title of the entry, as shown to people.', example: 'Unpaid orders' }),
  description: z.string().meta({ description: 'Longer description.', example: 'Oldest first.' }),
  parameters: z
    .record(z.string(), z.unknown())
    .meta({ description: 'JSON Schema of the parameters.', example: { type: 'object' } }),
  permissions: z.array(z.string()).meta({
    description: 'Permissions that the user or key for whom the agent acts must have when it runs.',
    example: ['orders:read'],
  }),
}

const CatalogQuery = resourceSchema('AgentCatalogQuery', {
  ...entry,
  row: z
    .record(z.string(), z.unknown())
    .meta({ description: 'JSON Schema of a row of the result.', example: { type: 'object' } }),
  most: z.int().meta({ description: 'Maximum number of rows.', example: 500 }),
})

const CatalogAction = resourceSchema('AgentCatalogAction', {
  ...entry,
  writesToPeople: z.boolean().meta({
    description: 'Whether the entry sends messages to people who are not staff.',
    example: true,
  }),
  approval: growing(z.enum(['REQUIRED', 'NONE'])).meta({
    description: 'REQUIRED: an agent carries out the action only after a person has approved it.',
  }),
})

const kindOf = <const Kind extends string>(kind: Kind) =>
  z.literal(kind).meta({ description: 'Whether the entry is a query or an action.', example: kind })

const CatalogQueryEntry = resourceSchema('AgentCatalogQueryEntry', {
  kind: kindOf('QUERY'),
  ...CatalogQuery.shape,
})

const CatalogActionEntry = resourceSchema('AgentCatalogActionEntry', {
  kind: kindOf('ACTION'),
  ...CatalogAction.shape,
})

export const AgentCatalog = resourceSchema('AgentCatalog', {
  data: z.array(z.discriminatedUnion('kind', [CatalogQueryEntry, CatalogActionEntry])).meta({
    description: 'Queries (QUERY) and actions (ACTION) that agents can use, by name.',
    example: [exampleOf(CatalogQueryEntry)],
  }),
  ...pageMembers,
  queries: z.array(CatalogQuery).meta({ description: 'Queries in `data`.', deprecated: true }),
  actions: z.array(CatalogAction).meta({ description: 'Actions in `data`.', deprecated: true }),
})
export type AgentCatalog = z.infer<typeof AgentCatalog>

/** The complete schema for programs and models, with descriptions and without examples. */
export const jsonSchemaOf = (schema: z.ZodType): JsonSchema => {
  const {
    $schema: _,
    $defs = {},
    ...json
  } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      delete jsonSchema.examples
      delete jsonSchema['example']
      delete jsonSchema['growing']
    },
  })
  return inlined(json, $defs) as JsonSchema
}

type JsonSchema = Record<string, unknown>

/** Inlines definitions, because models and forms read such schemas more easily. */
const inlined = (json: unknown, definitions: JsonSchema): unknown => {
  if (Array.isArray(json)) return json.map((item) => inlined(item, definitions))
  if (typeof json !== 'object' || json === null) return json
  const { $ref, ...rest } = json as JsonSchema & { $ref?: string }
  const referred = $ref === undefined ? {} : definitions[$ref.slice('#/$defs/'.length)]
  const whole = { ...(referred as JsonSchema), ...rest }
  return Object.fromEntries(
    Object.entries(whole).map(([name, value]) => [name, inlined(value, definitions)]),
  )
}

const common = ({ name, title, description, parameters, needs }: Query | Action) => ({
  name,
  title,
  description,
  parameters: jsonSchemaOf(parameters),
  permissions: [...permissionsIn(needs)],
})

export const toCatalogQuery = (query: Query) => ({
  ...common(query),
  row: jsonSchemaOf(query.row),
  most: query.most,
})

export const toCatalogAction = (action: Action) => ({
  ...common(action),
  writesToPeople: action.writesToPeople,
  approval: action.approval,
})
