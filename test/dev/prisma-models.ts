/**
 * The models in prisma/schema as one line per fact, in the format that prisma-schema.test.ts reads from the
 * database.
 */
import { readdir, readFile } from 'node:fs/promises'

const SCHEMA = new URL('../../prisma/schema/', import.meta.url)

export interface SchemaFacts {
  /** `table.column type`, then ` null`, then ` default …`. */
  columns: string[]
  /** `type: values`, in order. */
  enums: string[]
  /** `table (columns)`, primary keys first. */
  keys: string[]
  /** `table (columns) -> target (columns) on delete …`. */
  references: string[]
}

interface Model {
  table: string
  fields: Field[]
  blocks: { kind: string; fields: string[] }[]
}

interface Field {
  name: string
  column: string
  type: string
  list: boolean
  optional: boolean
  attributes: string
}

export const factsOfModels = async (): Promise<SchemaFacts> => {
  const files = (await readdir(SCHEMA)).filter((file) => file.endsWith('.prisma'))
  const text = (
    await Promise.all(files.map((file) => readFile(new URL(file, SCHEMA), 'utf8')))
  ).join('\n')
  const enums = new Map(blocksOf(text, 'enum').map(([name, body]) => [name, enumOf(body)]))
  const models = new Map(blocksOf(text, 'model').map(([name, body]) => [name, modelOf(body)]))
  const typed = [...models.values()].map((model) => ({
    ...model,
    scalars: model.fields.filter(({ type }) => !models.has(type)),
    relations: model.fields.filter(({ attributes }) => /@relation\([^)]*fields:/.test(attributes)),
  }))
  return {
    columns: typed.flatMap(({ table, scalars }) =>
      scalars.map((field) => `${table}.${field.column} ${columnOf(field, enums)}`),
    ),
    enums: [...enums.values()].map(({ type, values }) => `${type}: ${values.join(', ')}`),
    keys: typed.flatMap((model) => keysOf(model)),
    references: typed.flatMap((model) =>
      model.relations.map((field) => referenceOf(model, field, models)),
    ),
  }
}

const blocksOf = (text: string, kind: 'enum' | 'model') =>
  [...text.matchAll(new RegExp(`^${kind} (\\w+) \\{\\n([\\s\\S]*?)^\\}`, 'gm'))].map(
    ([, name = '', body = '']) => [name, body] as const,
  )

const enumOf = (body: string) => ({
  type: mapOf(body, '@@map') ?? '',
  values: [...body.matchAll(/^ {2}(\w+)/gm)].map(([, value = '']) => value),
})

const modelOf = (body: string): Model => ({
  table: mapOf(body, '@@map') ?? '',
  fields: [...body.matchAll(/^ {2}(\w+)\s+(\w+)(?:\("\w+"\))?(\?|\[\])?(.*)$/gm)].map(
    ([line, name = '', type = '', mark, attributes = '']) => ({
      name,
      column: mapOf(attributes, '@map') ?? name,
      // Types unknown to Prisma are quoted.
      type: /Unsupported\("(\w+)"\)/.exec(line)?.[1] ?? type,
      list: mark === '[]',
      optional: mark === '?',
      attributes,
    }),
  ),
  blocks: [...body.matchAll(/^ {2}@@(id|unique)\(\[([^\]]*)\]/gm)].map(
    ([, kind = '', fields = '']) => ({ kind, fields: namesIn(fields) }),
  ),
})

const mapOf = (text: string, attribute: string) =>
  new RegExp(`(?<!@)${attribute}\\("(\\w+)"\\)`).exec(text)?.[1]

const namesIn = (list: string) => list.split(',').map((name) => name.trim())

const TYPES: Record<string, string> = {
  String: 'text',
  Int: 'integer',
  BigInt: 'bigint',
  Float: 'double precision',
  Boolean: 'boolean',
  Json: 'jsonb',
  Bytes: 'bytea',
  DateTime: 'timestamp(3) without time zone',
}

const columnOf = (field: Field, enums: Map<string, { type: string }>): string => {
  const { type, list, optional, attributes } = field
  const native = /@db\.(\w+)(?:\((\d+)\))?/.exec(attributes)
  const name = native
    ? nativeType(native[1]!, native[2])
    : (enums.get(type)?.type ?? TYPES[type] ?? type)
  return `${name}${list ? '[]' : ''}${optional ? ' null' : ''}${defaultOf(attributes)}`
}

const nativeType = (name: string, size: string | undefined): string => {
  if (name === 'Timestamptz') return `timestamp(${size}) with time zone`
  if (name === 'Char') return `character(${size})`
  if (name === 'VarBit') return 'bit varying'
  return name.toLowerCase()
}

/** `dbgenerated()` without an expression marks a generated column. */
const defaultOf = (attributes: string): string => {
  const value = /@default\((dbgenerated\("[^"]*"\)|(?:[^()]|\([^()]*\))*)\)/.exec(attributes)?.[1]
  if (value === undefined) return ''
  if (value === 'dbgenerated()') return ' generated'
  const expression = /^dbgenerated\("(.*)"\)$/.exec(value)?.[1]
  const list = /^\[(.*)\]$/.exec(value)?.[1]
  const literal = /^"(.*)"$/.exec(value)?.[1]
  const listed = list === undefined ? undefined : `{${namesIn(list.replaceAll('"', '')).join(',')}}`
  return ` default ${expression ?? listed ?? literal ?? value}`
}

const keysOf = ({ table, fields, blocks }: Model): string[] => {
  const columns = (names: string[]) =>
    names.map((name) => fields.find((field) => field.name === name)?.column ?? name).join(', ')
  const single = fields.flatMap(({ name, attributes }) => [
    ...(/(?<!@)@id\b/.test(attributes) ? [{ kind: 'id', fields: [name] }] : []),
    ...(/(?<!@)@unique\b/.test(attributes) ? [{ kind: 'unique', fields: [name] }] : []),
  ])
  return [...blocks, ...single].map(
    (block) => `${table} ${block.kind === 'id' ? 'primary' : 'unique'} (${columns(block.fields)})`,
  )
}

const referenceOf = (model: Model, field: Field, models: Map<string, Model>): string => {
  const target = models.get(field.type)!
  const of = (attribute: string) =>
    namesIn(new RegExp(`${attribute}: \\[([^\\]]*)\\]`).exec(field.attributes)?.[1] ?? '')
  const columns = (of_: Model, names: string[]) =>
    names.map((name) => of_.fields.find((other) => other.name === name)?.column).join(', ')
  // The defaults of Prisma: restrict, or set null for an optional relation.
  const rule =
    /onDelete: (\w+)/.exec(field.attributes)?.[1] ?? (field.optional ? 'SetNull' : 'Restrict')
  return `${model.table} (${columns(model, of('fields'))}) -> ${target.table} (${columns(target, of('references'))}) on delete ${rule}`
}
