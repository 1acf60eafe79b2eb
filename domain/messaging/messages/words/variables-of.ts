import type { z } from 'zod'
import type { Values } from '../../locales/texts-of.ts'
import type { Template } from '../templates/define-template.ts'
import { hasName, valuesFor } from '../templates/write.ts'
import { VARIABLE_DESCRIPTIONS } from './variable-descriptions.ts'

/** The kinds of variables. Only a CHOICE or BOOLEAN can select a text, and only a NUMBER a plural. */
export const VARIABLE_KINDS = ['TEXT', 'NUMBER', 'BOOLEAN', 'CHOICE'] as const

/** A variable that texts of a template can use. */
export interface Variable {
  name: string
  kind: (typeof VARIABLE_KINDS)[number]
  description: string
  /** Whether it can have no value, so that a text may show it only where `has…` is true. */
  mayBeEmpty: boolean
  /** The values that a text can select by; null if there are others. */
  choices: string[] | null
  example: string
}

/** Variables for the layout and for attachments, which no text can use. */
const OF_THE_LAYOUT = new Set(['path', 'timeZone', 'csv', 'lines', 'steps', 'items', 'sequence'])

/** The variables of a template in the order of their names, in a language for the examples. */
export const variablesOf = (template: Template, language: string): Variable[] => {
  const { shape } = template.variables
  const parsed = template.variables.parse(template.example)
  const { values, computed } = valuesFor(template, parsed, { language })
  const names = new Set([...Object.keys(shape), ...Object.keys(computed)])
  return [...names]
    .filter((name) => !OF_THE_LAYOUT.has(name) && (name in computed || !isRawInstant(shape[name])))
    .toSorted()
    .map((name) => describe(name, shape[name], values))
}

const describe = (name: string, schema: unknown, values: Values): Variable => {
  const inner = schema === undefined ? undefined : unwrapped(schema as z.ZodType)
  const type = inner?.def.type ?? typeof values[name]
  return {
    name,
    ...kindOf(type, inner),
    description: VARIABLE_DESCRIPTIONS[name] ?? name,
    mayBeEmpty: schema !== undefined && mayBeEmpty(schema as z.ZodType, inner!),
    example: String(values[name] ?? ''),
  }
}

const kindOf = (type: string, inner: z.ZodType | undefined): Pick<Variable, 'kind' | 'choices'> => {
  if (type === 'boolean') return { kind: 'BOOLEAN', choices: ['true', 'false'] }
  if (type === 'number') return { kind: 'NUMBER', choices: null }
  if (inner && 'options' in inner) return { kind: 'CHOICE', choices: inner.options as string[] }
  return { kind: 'TEXT', choices: null }
}

/** The schema without `nullable`, `optional` and `default`. */
const unwrapped = (schema: z.ZodType): z.ZodType => {
  const { innerType } = schema.def as { innerType?: z.ZodType }
  return innerType ? unwrapped(innerType) : schema
}

const mayBeEmpty = (schema: z.ZodType, inner: z.ZodType): boolean =>
  inner.def.type === 'array' || [null, undefined].some((none) => schema.safeParse(none).success)

/** Whether a variable is an instant for programs, which the template does not show. */
const isRawInstant = (schema: unknown): boolean =>
  schema !== undefined &&
  (unwrapped(schema as z.ZodType) as { format?: string }).format === 'datetime'

/** The variables with a condition of their own, keyed by its name: `hasNote`. */
export const conditionsOf = (variables: readonly Variable[]): Map<string, string> =>
  new Map(variables.map(({ name }) => [hasName(name), name]))
