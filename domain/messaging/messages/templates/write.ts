import { platformLanguageOf } from '../../locales/languages.ts'
import { shortTime } from '../../locales/times.ts'
import { formatText, textsOf, type Say, type Values } from '../../locales/texts-of.ts'
import type { Template, Writing } from './define-template.ts'
import { paragraphsOf } from './paragraphs-of.ts'
import { platformWords, type Words } from './words.ts'

/** The content of a message in plain text: the layout converts it to escaped HTML. */
export interface Content {
  subject: string
  /** The first is the greeting: `Hello Mara,`. */
  paragraphs: string[]
  /** A table that follows the paragraphs. Its first row contains the column headings. */
  table?: string[][]
  /** A button. `path` is a path on this platform. */
  action?: { label: string; path: string }
}

/** How a message is written, if it differs from the platform's defaults. */
export interface Manner {
  /** The centre's own words. */
  words?: Words
  /** The centre's zone. Times elsewhere name theirs. */
  centreTimeZone?: string
}

/**
 * Renders a template in a language, a BCP 47 tag that also determines the formats of times and numbers.
 * Parts without words of the centre's own, such as the headings of tables, are in a language of the platform.
 */
export const write = (
  template: Template,
  variables: unknown,
  language: string,
  { words, centreTimeZone }: Manner = {},
): Content => {
  const parsed = template.variables.parse(variables)
  const { values, writing } = valuesFor(template, parsed, {
    language,
    ...(centreTimeZone !== undefined && { centreTimeZone }),
  })
  const ours = platformLanguageOf(language)
  const { subject, body, actionLabel } = words ?? platformWords(template, ours)
  const fill = (text: string | null) => formatText(text ?? '', language, values)
  const table = template.table?.(parsed, writing)
  const path = template.action?.(parsed)
  return {
    subject: fill(subject),
    paragraphs: paragraphsOf(fill(body)),
    ...(table && { table }),
    ...(path !== undefined && { action: { label: fill(actionLabel), path } }),
  }
}

/**
 * The short text of a template, signed by the centre, with how to stop such texts. `linkOf` makes a link from a
 * path. An answer to STOP or START needs no hint.
 */
export const writeText = (
  template: Template,
  variables: unknown,
  language: string,
  { centre, linkOf }: { centre: string; linkOf: (path: string) => string },
): string => {
  const parsed = template.variables.parse(variables)
  const { values: written, writing } = valuesFor(template, parsed, { language })
  const { say } = writing
  const path = template.action?.(parsed)
  const values = {
    ...written,
    ...shortTimesIn(parsed, language),
    ...(path !== undefined && { link: linkOf(path) }),
  }
  const text = `${centre}: ${say('sms', values)}`
  return template.name === 'text.reply' ? text : `${text} ${say('stopHint')}`
}

/** Times in texts are short; the others are as in e-mails. */
const shortTimesIn = (variables: Readonly<Record<string, unknown>>, language: string): Values =>
  Object.fromEntries(
    ['startsAt', 'answerBy', 'neededBy'].flatMap((name) => {
      const at = variables[name]
      return typeof at === 'string'
        ? [[name, shortTime(at, variables['timeZone'] as string, language)]]
        : []
    }),
  )

/**
 * The values for a template's texts: each variable, also as `has…`, lists as joined text, and what the template
 * computes.
 */
export const valuesFor = (
  template: Template,
  parsed: Readonly<Record<string, unknown>>,
  manner: Omit<Writing, 'say'>,
) => {
  // A template uses only parts of its own group, which `defineTemplate` ensures.
  const say = textsOf('messages', template.name, platformLanguageOf(manner.language)) as Say
  const writing: Writing = { ...manner, say }
  const computed = template.values?.(parsed, writing) ?? {}
  const given = Object.keys(template.variables.shape).flatMap(
    (name): [string, Values[string]][] => {
      const value = parsed[name] ?? null
      const shown = Array.isArray(value) ? value.join(', ') : (value as Values[string])
      return [
        [name, shown],
        [hasName(name), shown !== null && shown !== ''],
      ]
    },
  )
  const values: Values = { ...Object.fromEntries(given), ...computed }
  return { values, computed, writing }
}

/** `note` becomes `hasNote`. */
export const hasName = (name: string): string => `has${name[0]!.toUpperCase()}${name.slice(1)}`
