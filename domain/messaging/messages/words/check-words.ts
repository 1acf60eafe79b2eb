import {
  isArgumentElement,
  isLiteralElement,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  type MessageFormatElement as Element,
} from '@formatjs/icu-messageformat-parser'
import { IntlMessageFormat } from 'intl-messageformat'
import { didYouMean } from '#platform/core/input/closest.ts'
import type { Issue, IssueCode } from '#platform/core/input/issue.ts'
import { isOneLine } from '#platform/core/records/record.ts'
import type { Requirement, Template } from '../templates/define-template.ts'
import { write } from '../templates/write.ts'
import type { Words } from '../templates/words.ts'
import { CHANNEL_RULES, MOST_DEPTH, MOST_WRITTEN, type TextChannel } from './rules.ts'
import { conditionsOf, variablesOf, type Variable } from './variables-of.ts'
import { issueAt, positionIn, type Position } from './issue-at.ts'
import { plainTextIssues, type Literal, type WebTerms } from './plain-text-issues.ts'

/** What decides whether words can be used. */
export interface Terms extends WebTerms {
  channel: TextChannel
  language: string
}

/**
 * Everything that is wrong with the words of a message, the same for the platform's and a centre's own: syntax,
 * variables, what the template requires, characters, markup and addresses.
 */
export const checkWords = (template: Template, words: Words, terms: Terms): Issue[] => {
  const variables = knownVariables(template)
  const parts = partsOf(words).map((part) => ({ ...part, ...parse(part, terms.language) }))
  const issues = [
    ...missingParts(template, words, terms),
    ...parts.flatMap(({ issues }) => issues),
    ...parts.flatMap((part) => [
      ...variableIssues(part, variables),
      ...literalsIn(part.elements).flatMap((literal) => plainTextIssues(part.path, literal, terms)),
    ]),
    // Variables in a part that cannot be parsed are unknown.
    ...(parts.some((part) => part.issues.length > 0)
      ? []
      : missingVariables(template, parts, variables)),
  ]
  return issues.length > 0 ? issues.toSorted(byPosition) : writtenIssues(template, words, terms)
}

const PATHS = ['subject', 'body', 'actionLabel'] as const
type Path = (typeof PATHS)[number]

/** Issues of a whole part follow those at a position. */
const byPosition = (a: Issue, b: Issue): number => {
  const orderOf = ({ path, position }: Issue) => [
    PATHS.indexOf(path as Path),
    position?.line ?? Infinity,
    position?.column ?? 0,
  ]
  const [there, here] = [orderOf(a), orderOf(b)]
  const at = there.findIndex((order, index) => order !== here[index])
  return at === -1 ? 0 : there[at]! < here[at]! ? -1 : 1
}

const known = new Map<string, Variable[]>()

/** Messages with a text of the centre's are checked whenever they are sent. */
const knownVariables = (template: Template): Variable[] => {
  const variables = known.get(template.name) ?? variablesOf(template, 'en')
  known.set(template.name, variables)
  return variables
}

interface Part {
  path: Path
  text: string
}

const partsOf = ({ subject, body, actionLabel }: Words): Part[] =>
  Object.entries({ subject, body, actionLabel }).flatMap(([path, text]) =>
    text === null ? [] : [{ path: path as Path, text }],
  )

const missingParts = (template: Template, words: Words, { channel }: Terms): Issue[] => {
  const expected: [Path, boolean][] = [
    ['subject', CHANNEL_RULES[channel].hasSubject],
    ['actionLabel', template.action !== undefined],
  ]
  return expected.flatMap(([path, isExpected]): Issue[] => {
    if (isExpected === (words[path] !== null)) return []
    return isExpected
      ? [{ path, code: 'required', message: 'is required for this template' }]
      : [{ path, code: 'not_allowed', message: 'is not shown by this template; send null' }]
  })
}

/** The position of an element. Texts are parsed with `captureLocation`. */
const startOf = ({ location }: Element): Position => {
  const { line, column } = location!.start
  return { line, column }
}

const START: Position = { line: 1, column: 1 }

const SYNTAX: Readonly<Record<string, string>> = {
  EXPECT_ARGUMENT_CLOSING_BRACE: 'a { has no }',
  UNCLOSED_QUOTED_ARGUMENT_STYLE: 'a quote in a placeholder is not closed',
  EMPTY_ARGUMENT: 'the placeholder {} has no name',
  MALFORMED_ARGUMENT: 'the placeholder must be {name} or {name, select, …} or {name, plural, …}',
  INVALID_ARGUMENT_TYPE: 'the placeholder can only be of the kind select, plural or selectordinal',
  MISSING_OTHER_CLAUSE: 'select and plural need a case `other {…}`',
  EXPECT_SELECT_ARGUMENT_OPTIONS: 'select and plural need cases, such as `other {…}`',
  EXPECT_SELECT_ARGUMENT_SELECTOR: 'a case of select must be `value {…}`',
  EXPECT_PLURAL_ARGUMENT_SELECTOR: 'a case of plural must be `one {…}` or `=1 {…}`',
  EXPECT_SELECT_ARGUMENT_SELECTOR_FRAGMENT: 'a case of select must be followed by {…}',
  EXPECT_PLURAL_ARGUMENT_SELECTOR_FRAGMENT: 'a case of plural must be followed by {…}',
  DUPLICATE_SELECT_ARGUMENT_SELECTOR: 'a case of select occurs twice',
  DUPLICATE_PLURAL_ARGUMENT_SELECTOR: 'a case of plural occurs twice',
}

const parse = (
  { path, text }: Part,
  language: string,
): { elements: Element[]; issues: Issue[] } => {
  const hidden = hiddenCharacter(path, text)
  if (hidden) return { elements: [], issues: [hidden] }
  // The parser is recursive, so the depth is limited before it runs.
  if (depthOf(text) > MOST_DEPTH)
    return {
      elements: [],
      issues: [issueAt(path, 'too_deep', START, `nests more than ${MOST_DEPTH} placeholders`)],
    }
  try {
    const options = { ignoreTag: true, captureLocation: true }
    return {
      elements: new IntlMessageFormat(text, language, undefined, options).getAst(),
      issues: [],
    }
  } catch (error) {
    const { message, location } = error as Error & { location?: { start: Position } }
    const { line, column } = location?.start ?? START
    const what = SYNTAX[message] ?? `this is not valid MessageFormat (${message})`
    return { elements: [], issues: [issueAt(path, 'invalid_format', { line, column }, what)] }
  }
}

const depthOf = (text: string): number => {
  let [depth, most] = [0, 0]
  for (const character of text) {
    if (character === '{') most = Math.max(most, (depth += 1))
    if (character === '}') depth -= 1
  }
  return most
}

const hiddenCharacter = (path: Path, text: string): Issue | undefined => {
  const lines = path === 'body' ? text.split('\n') : [text]
  const line = lines.findIndex((one) => one !== '' && !isOneLine(one))
  if (line === -1) return undefined
  const what =
    'this line has a control character, a direction mark or a character that cannot be seen'
  return issueAt(path, 'invalid_character', { line: line + 1, column: 1 }, what)
}

const optionsOf = (element: Element): Element[][] =>
  'options' in element ? Object.values(element.options).map(({ value }) => value) : []

/** All literal texts, including those inside plurals and selects. */
const literalsIn = (elements: readonly Element[]): Literal[] =>
  elements.flatMap((element, index): Literal[] =>
    isLiteralElement(element)
      ? [
          {
            text: element.value,
            at: startOf(element),
            isFollowed: elements[index + 1] !== undefined,
          },
        ]
      : optionsOf(element).flatMap(literalsIn),
  )

const variableIssues = (
  { path, elements }: { path: Path; elements: readonly Element[] },
  variables: readonly Variable[],
): Issue[] => {
  const known = new Map(variables.map((variable) => [variable.name, variable]))
  const conditions = conditionsOf(variables)
  const names = [...known.keys(), ...conditions.keys()]

  const issuesIn = (inside: readonly Element[], present: ReadonlySet<string>): Issue[] =>
    inside.flatMap((element) => issuesOf(element, present))

  /** Variables that are a paragraph on their own, which is omitted if they are empty. */
  const alone = new Set(
    elements.filter(
      (_, index) =>
        path === 'body' &&
        endsParagraph(elements[index - 1]) &&
        startsParagraph(elements[index + 1]),
    ),
  )

  const issuesOf = (element: Element, present: ReadonlySet<string>): Issue[] => {
    if (isLiteralElement(element)) return literalIssues(path, element)
    if (isPoundElement(element)) return []
    const name = element.value
    const at = startOf(element)
    const issue = (code: IssueCode, message: string) => [issueAt(path, code, at, message)]
    const of = conditions.get(name)
    if (!known.has(name) && of === undefined)
      return issue(
        'unknown_variable',
        `this template has no variable ${name}${didYouMean(name, names)}`,
      )
    const variable = known.get(name)
    if (isArgumentElement(element)) {
      if (!variable) return issue('variable_unsuitable', `${name} can only select a text`)
      return variable.mayBeEmpty && !present.has(name) && !alone.has(element)
        ? issue('variable_may_be_empty', emptyAdvice(variable))
        : []
    }
    if (isSelectElement(element)) {
      const choices = of === undefined ? variable!.choices : ['true', 'false']
      if (!choices) return issue('variable_unsuitable', `${name} cannot select a text`)
      return Object.entries(element.options).flatMap(([key, option]) => [
        ...(key === 'other' || choices.includes(key)
          ? []
          : issue('invalid_value', `${name} is never ${key}${didYouMean(key, choices)}`)),
        ...issuesIn(option.value, of && key === 'true' ? new Set([...present, of]) : present),
      ])
    }
    if (!isPluralElement(element))
      return issue('variable_unsuitable', `write {${name}}: values are already formatted`)
    if (variable?.kind !== 'NUMBER')
      return issue('variable_unsuitable', `${name} is not a number, so it has no plural`)
    return optionsOf(element).flatMap((option) => issuesIn(option, present))
  }
  return issuesIn(elements, new Set())
}

const endsParagraph = (before: Element | undefined): boolean =>
  before === undefined || (isLiteralElement(before) && /\n\s*\n\s*$/.test(before.value))

const startsParagraph = (after: Element | undefined): boolean =>
  after === undefined || (isLiteralElement(after) && /^\s*\n\s*\n/.test(after.value))

const emptyAdvice = ({ name }: Variable): string => {
  const condition = `has${name[0]!.toUpperCase()}${name.slice(1)}`
  return `${name} can be empty. Write {${condition}, select, true {… {${name}} …} other {…}} with a text for both cases`
}

const literalIssues = (path: Path, element: Element & { value: string }): Issue[] => {
  const text = element.value
  const index = text.search(/[{}]/)
  if (index === -1) return []
  const message =
    'a brace would be shown as it is. Check for a single quote before it, and for a } without {'
  return [issueAt(path, 'invalid_format', positionIn(text, index, startOf(element)), message)]
}

/** What the template requires and the words do not show for some values of the variables. */
const missingVariables = (
  { requires = [] }: Template,
  parts: readonly { path: Path; elements: readonly Element[] }[],
  variables: readonly Variable[],
): Issue[] => {
  const conditions = conditionsOf(variables)
  return requires.flatMap((requirement): Issue[] => {
    const isShown = parts
      .filter(({ path }) => path === 'body' || (path === 'subject' && !requirement.in))
      .some(({ elements }) => shows(elements, requirement, conditions))
    if (isShown) return []
    const names = requirement.anyOf.map((name) => `{${name}}`).join(' or ')
    const when = Object.entries(requirement.when ?? {}).map(
      ([name, value]) => ` if ${name} is ${value}`,
    )
    const message = `must contain ${names}${when.join('')}, because ${requirement.because}`
    return [{ path: 'body', code: 'variable_required', message }]
  })
}

/** Whether elements show a required variable. Conditions `has…` count as true, because it must be shown then. */
const shows = (
  elements: readonly Element[],
  requirement: Requirement,
  conditions: ReadonlyMap<string, string>,
): boolean =>
  elements.some((element) => {
    if (isArgumentElement(element)) return requirement.anyOf.includes(element.value)
    if (!('options' in element)) return false
    const { value: name, options } = element
    const value = conditions.has(name) ? 'true' : requirement.when?.[name]
    const possible =
      value === undefined ? Object.values(options) : [options[value] ?? options['other']!]
    return possible.every((option) => shows(option.value, requirement, conditions))
  })

/** What only a written message shows: its length, and addresses that arise from several parts of a text. */
const writtenIssues = (template: Template, words: Words, terms: Terms): Issue[] => {
  const written = write(template, template.example, terms.language, { words })
  const texts = {
    ...(CHANNEL_RULES[terms.channel].hasSubject && { subject: written.subject.trim() }),
    body: written.paragraphs.join('\n\n'),
  }
  return Object.entries(texts).flatMap(([path, text]): Issue[] => {
    const most = MOST_WRITTEN[path as keyof typeof texts]
    const message = `has ${text.length} characters for the example`
    if (text === '') return [{ path, code: 'too_short', message }]
    if (text.length > most)
      return [{ path, code: 'too_long', message: `${message}, more than ${most}` }]
    const literal = { text, at: START, isFollowed: false }
    return plainTextIssues(path, literal, terms).filter(({ code }) => code === 'foreign_address')
  })
}
