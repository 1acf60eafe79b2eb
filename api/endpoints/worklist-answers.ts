import type { z } from 'zod'
import { hasPart } from '#messaging/locales/texts-of.ts'
import { operations } from '../resources/index.ts'

/** The members of bodies that the page asks for. */
export const ASKED = ['reason', 'note', 'comment'] as const
type Asked = (typeof ASKED)[number]

/** A field of the form for an action. */
export interface AnswerField {
  name: Asked
  required: boolean
}

/**
 * The fields of the form for an operation; undefined for operations that the page does not offer, because they
 * need more than it shows or asks for, such as the signature of a note.
 */
export const fieldsOfAction = (operationId: string): AnswerField[] | undefined => {
  const operation = operations.find(({ id }) => id === operationId)
  if (!operation || !hasPart('pages', 'worklist-acts', operationId)) return undefined
  if (!operation.body) return []
  const { shape } = operation.body as z.ZodObject
  const { issues = [] } = operation.body.safeParse({}).error ?? {}
  const missing = new Set(issues.map(({ path }) => path[0]))
  const members = Object.keys(shape).map((name) => ({ name, required: missing.has(name) }))
  const isAsked = (it: { name: string; required: boolean }): it is AnswerField =>
    ASKED.some((name) => name === it.name)
  if (members.some((it) => it.required && !isAsked(it))) return undefined
  return members.filter(isAsked)
}

/** The body of the operation from the fields of the form; empty fields are omitted. */
export const answersOf = (
  fields: readonly AnswerField[],
  given: Partial<Record<Asked, string | undefined>>,
): Record<string, string> =>
  Object.fromEntries(
    fields.flatMap(({ name }) => {
      const value = given[name]?.trim()
      return value ? [[name, value]] : []
    }),
  )
