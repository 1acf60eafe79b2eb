import type { Language } from '../../locales/languages.ts'
import { textsOf, type Say, type Values } from '../../locales/texts-of.ts'
import type { Template } from './define-template.ts'
import { paragraphsOf } from './paragraphs-of.ts'

/** The content of a message in plain text: the layout converts it to escaped HTML. */
export interface Content {
  subject: string
  /** `Hello Mara,` */
  greeting: string
  paragraphs: string[]
  /** A table that follows the paragraphs. Its first row contains the column headings. */
  table?: string[][]
  /** A button. `path` is a path on this platform. */
  action?: { label: string; path: string }
}

/** Renders a template in a language. */
export const write = (template: Template, variables: unknown, language: Language): Content => {
  const parsed = template.variables.parse(variables)
  const say = sayIn(template, language)
  const writing = { language, say }
  const values = valuesOf(template, parsed, template.values?.(parsed, writing))
  const table = template.table?.(parsed, writing)
  const path = template.action?.(parsed)
  return {
    subject: say('subject', values),
    greeting: say('firstName' in parsed ? 'greeting' : 'greetingWithoutName', values),
    paragraphs: template.paragraphs.flatMap((part) => paragraphsOf(say(part, values))),
    ...(table && { table }),
    ...(path !== undefined && { action: { label: say('action', values), path } }),
  }
}

/** A template uses only parts of its own group, which `defineTemplate` ensures. */
const sayIn = ({ name }: Template, language: Language): Say =>
  textsOf('messages', name, language) as Say

/** The variables for texts: each also as `has…`, and lists as joined text. */
const valuesOf = (
  { variables }: Template,
  given: Readonly<Record<string, unknown>>,
  more: Values = {},
): Values => ({
  ...Object.fromEntries(
    Object.keys(variables.shape).flatMap((name): [string, Values[string]][] => {
      const value = given[name] ?? null
      const shown = Array.isArray(value) ? value.join(', ') : (value as Values[string])
      return [
        [name, shown],
        [hasName(name), shown !== null && shown !== ''],
      ]
    }),
  ),
  ...more,
})

/** `note` becomes `hasNote`. */
export const hasName = (name: string): string => `has${name[0]!.toUpperCase()}${name.slice(1)}`
