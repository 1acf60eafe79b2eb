import { z } from 'zod'
import { invalidMembers } from '#platform/core/errors/errors.ts'
import { subjectOf } from '#platform/core/records/ids.ts'
import { parseInput } from '#platform/core/input/parse-input.ts'
import { calendarDate } from '#platform/core/time/time.ts'
import type { AgentDefinition } from '../../definitions/definition.ts'

type Input = AgentDefinition['inputs'][number]

const SCHEMAS = {
  INTEGER: z.int(),
  NUMBER: z.number(),
  BOOLEAN: z.boolean(),
  DATE: calendarDate(),
  ID: z
    .string()
    .refine((id) => subjectOf(id) !== undefined, { error: 'must be the ID of a record' }),
} as const satisfies Record<Input['type'], z.ZodType>

const schemaOf = (inputs: readonly Input[]) =>
  z.strictObject(
    Object.fromEntries(
      inputs.map(({ name, type, required, default: usual }) => {
        const schema: z.ZodType = SCHEMAS[type]
        return [name, required ? schema : schema.nullable().default(usual)]
      }),
    ),
  )

/** The input of a run, checked against its version, with defaults filled in. */
export const checkedInput = (inputs: readonly Input[], given: object): object => {
  const parsed = parseInput(schemaOf(inputs), given)
  if ('data' in parsed) return parsed.data
  throw invalidMembers(
    parsed.issues.map(({ path, ...issue }) => ({ path: `input.${path}`, ...issue })),
  )
}
