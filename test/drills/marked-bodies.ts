import { NO_CONTROLS } from '#platform/core/records/record.ts'
import { SchemaComponents, type JsonSchema } from '../../api/documents/schema-components.ts'
import type { Operation } from '../../api/http/operation.ts'

/** The path of a value in a body, as in problem documents: `sections.0.title`. */
type Path = string

const LINE = NO_CONTROLS.source

/**
 * A body with the marker in every free-text member, including omitted ones, except the named ones. The
 * operation's schema decides which members take free text: those without format, enum or pattern.
 */
export const markedBody = (
  { body: schema }: Operation,
  body: unknown,
  { marker, without }: { marker: string; without: ReadonlySet<Path> },
): { body: unknown; paths: Path[] } => {
  const components = new SchemaComponents({ answers: [], requests: [schema!] })
  const root = components.input(schema!)
  const all = components.all()
  const paths: Path[] = []

  const resolved = (it: JsonSchema): JsonSchema => {
    const reference = it['$ref'] as string | undefined
    return reference ? resolved(all[reference.split('/').at(-1)!]!) : it
  }
  /** The variant of a union that takes text, or matches the value. */
  const chosen = (it: JsonSchema, value: unknown): JsonSchema => {
    const schema = resolved(it)
    const options = (schema['anyOf'] ?? schema['oneOf']) as JsonSchema[] | undefined
    if (!options) return schema
    const of = options.map((option) => chosen(option, value))
    const type = Array.isArray(value) ? 'array' : typeof value
    return of.find(isFreeText) ?? of.find((option) => option['type'] === type) ?? {}
  }
  const marked = (it: JsonSchema, value: unknown, path: Path): unknown => {
    const schema = chosen(it, value)
    if (isFreeText(schema)) {
      if (without.has(path)) return value
      paths.push(path)
      return marker
    }
    const under = (name: string | number) => (path ? `${path}.${name}` : `${name}`)
    if (Array.isArray(value)) {
      const items = (schema['items'] ?? {}) as JsonSchema
      return value.map((item, index) => marked(items, item, under(index)))
    }
    if (typeof value !== 'object' || value === null) return value
    const members = (schema['properties'] ?? {}) as Record<string, JsonSchema>
    const others = schema['additionalProperties']
    const known = Object.entries(value).map(([name, member]) => {
      const of = members[name] ?? (typeof others === 'object' ? (others as JsonSchema) : {})
      return [name, marked(of, member, under(name))]
    })
    const added = Object.entries(members)
      .filter(([name, of]) => !(name in value) && isFreeText(chosen(of, undefined)))
      .map(([name, of]) => [name, marked(of, undefined, under(name))])
      .filter(([, member]) => member !== undefined)
    return Object.fromEntries([...known, ...added])
  }
  return { body: marked(root, body ?? {}, ''), paths }
}

const isFreeText = ({ type, format, pattern, ...rest }: JsonSchema): boolean =>
  type === 'string' &&
  format === undefined &&
  (pattern === undefined || pattern === LINE) &&
  rest['enum'] === undefined &&
  rest['const'] === undefined
