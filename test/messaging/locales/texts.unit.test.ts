import { DOMAINS, IFSP_KINDS, IfspStatus } from '#early-intervention/ifsps/names.ts'
import { SIGNER_ROLES, SIGNING_CHANNELS } from '#early-intervention/ifsps/schemas.ts'
import {
  IFSP_SERVICE_TYPES,
  INTENSITIES,
  SETTINGS,
} from '#early-intervention/programs/ifsp-services.ts'
import { registry } from '#registry/index.ts'
import { ASKED } from '../../../api/endpoints/worklist-answers.ts'
import { globSync, readFileSync } from 'node:fs'
import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { MOODS } from '#early-intervention/family-check-ins/schemas.ts'
import { ItemStatus } from '#marketplace/provider-onboardings/rules.ts'
import { LANGUAGES, type Language } from '#messaging/locales/languages.ts'
import { LOCALES } from '#messaging/locales/texts-of.ts'
import { TEMPLATE_NAMES, templateOf } from '#messaging/messages/templates/index.ts'
import { hasName, write } from '#messaging/messages/templates/write.ts'
import { MODALITIES } from '#organization/providers/profile-schemas.ts'
import { ERROR_CODES } from '#platform/core/errors/error-codes.ts'
import { ISSUE_CODES } from '#platform/core/input/issue.ts'

type Groups = Readonly<Record<string, Readonly<Record<string, string>>>>
const sectionsOf = (language: Language): Readonly<Record<string, Groups>> => LOCALES[language]

interface Text {
  language: Language
  section: string
  group: string
  part: string
  text: string
}

const TEXTS: readonly Text[] = LANGUAGES.flatMap((language) =>
  Object.entries(sectionsOf(language)).flatMap(([section, groups]) =>
    Object.entries(groups).flatMap(([group, parts]) =>
      Object.entries(parts).map(([part, text]) => ({ language, section, group, part, text })),
    ),
  ),
)
const keyOf = ({ section, group, part }: Text) => `${section} / ${group} / ${part}`

type Element = ReturnType<IntlMessageFormat['getAst']>[number]

const compiled = ({ text, language }: Text) =>
  new IntlMessageFormat(text, language, undefined, { ignoreTag: true }).getAst()

/** Every element of a text, including those inside plurals and selects. */
const elementsOf = (elements: readonly Element[]): Element[] =>
  elements.flatMap((element) => [
    element,
    ...('options' in element
      ? Object.values(element.options).flatMap(({ value }) => elementsOf(value))
      : []),
  ])

/** Types of elements without a name: literal text, and `#` of a plural. */
const NAMELESS: ReadonlySet<number> = new Set([0, 7])
/** The names that a text uses; `shown` are those visible to readers. */
const namesIn = (text: Text) => {
  const elements = elementsOf(compiled(text)).flatMap((element) =>
    NAMELESS.has(element.type) || !('value' in element) ? [] : [element],
  )
  const isShown = (element: Element) => !('options' in element) || 'pluralType' in element
  return {
    all: new Set(elements.map(({ value }) => value)),
    shown: new Set(elements.filter(isShown).map(({ value }) => value)),
  }
}

describe('every language', () => {
  const keysIn = (language: Language) =>
    TEXTS.filter((text) => text.language === language)
      .map(keyOf)
      .toSorted()

  test.each(LANGUAGES)('has exactly the expected texts: %s', (language) => {
    expect(keysIn('en').length).toBeGreaterThan(300)
    expect(keysIn(language)).toEqual(keysIn('en'))
  })

  test('shows the same values in each text', () => {
    const shownBy = new Map<string, string[]>()
    for (const text of TEXTS) {
      const shown = [...namesIn(text).shown].toSorted().join(' ')
      shownBy.set(keyOf(text), [...(shownBy.get(keyOf(text)) ?? []), shown])
    }
    const different = [...shownBy].filter(([, shown]) => new Set(shown).size > 1)
    expect(different).toEqual([])
  })

  test('has the plural forms of CLDR', () => {
    const incomplete = TEXTS.flatMap((text) =>
      elementsOf(compiled(text)).flatMap((element) => {
        if (!('pluralType' in element)) return []
        const { pluralType: type, options } = element
        const { pluralCategories } = new Intl.PluralRules(text.language, {
          ...(type && { type }),
        }).resolvedOptions()
        const forms = Object.keys(options).filter((form) => !form.startsWith('='))
        const isWhole = pluralCategories.every((form) => forms.includes(form))
        return isWhole ? [] : [`${text.language} ${keyOf(text)}: ${pluralCategories.join(', ')}`]
      }),
    )
    expect(incomplete).toEqual([])
  })

  test('has no empty text, straight quote or trailing space', () => {
    // A straight apostrophe starts a quote in MessageFormat, so placeholders after it would not be filled in.
    expect(TEXTS.filter(({ text }) => text !== text.trim() || /^$|['"]/.test(text))).toEqual([])
  })
})

/** Files that use texts of pages. */
const SOURCES = globSync(['domain/**/*.ts', 'api/endpoints/*.ts']).map((file) =>
  readFileSync(file, 'utf8'),
)

const REFUSALS = [...ERROR_CODES, 'other'].flatMap((code) => [`${code}.title`, `${code}.text`])

/** Parts selected only by a value. */
const BY_VALUE: Readonly<Record<string, readonly string[]>> = {
  'check-in': MOODS,
  ifsp: [
    ...DOMAINS,
    ...IFSP_KINDS,
    ...IfspStatus,
    ...SIGNER_ROLES,
    ...SIGNING_CHANNELS,
    ...IFSP_SERVICE_TYPES,
    ...INTENSITIES,
    ...SETTINGS,
  ],
  feedback: ['1', '2', '3', '4', '5'].map((rating) => `rating.${rating}`),
  'lead-questions': MODALITIES,
  problems: ISSUE_CODES,
  'provider-application': ItemStatus,
  refusals: REFUSALS,
  'sign-in-refusals': REFUSALS,
  worklist: ASKED.flatMap((name) => [name, `${name}.optional`]),
  'worklist-acts': Object.values(registry.worklist).flatMap(({ actions }) =>
    actions.map(({ operation }) => operation),
  ),
}

test('every text of a page is used', () => {
  const { shared, ...groups } = sectionsOf('en')['pages']!
  const isSaid = (part: string, sources: readonly string[]) =>
    sources.some((source) => source.includes(`'${part}'`))
  const unused = Object.entries(groups).flatMap(([group, parts]) => {
    const sources = SOURCES.filter((source) =>
      [`'pages', '${group}'`, `SayOnPage<'${group}'>`].some((use) => source.includes(use)),
    )
    const known = new Set(BY_VALUE[group])
    return Object.keys(parts)
      .filter((part) => !known.has(part) && !isSaid(part, sources))
      .map((part) => `${group} / ${part}`)
  })
  const pages = SOURCES.filter((source) => source.includes("'pages', '"))
  expect(Object.keys(shared!).filter((part) => !isSaid(part, pages))).toEqual([])
  expect(unused).toEqual([])
})

const textsOfTemplate = (name: string) =>
  TEXTS.filter(({ section, group }) => section === 'messages' && group === name)

describe.each(TEMPLATE_NAMES)('the template %s', (name) => {
  const template = templateOf(name)
  const shape = template.variables.shape
  /** Parts selected by tables and values, found by requesting all its texts. */
  const saidBy = () => {
    const said = new Set<string>()
    const variables = template.variables.parse(template.example)
    const writing = {
      language: 'en' as const,
      say: (part: string) => {
        said.add(part)
        return part
      },
    }
    const values = template.values?.(variables, writing) ?? {}
    template.table?.(variables, writing)
    return { said, values }
  }

  test('uses each of its texts', () => {
    const parts = new Set(textsOfTemplate(name).map(({ part }) => part))
    const used = [
      'subject',
      ...(parts.has('sms') ? ['sms'] : []),
      ...template.paragraphs,
      ...(template.action ? ['action'] : []),
    ]
    const left = [...parts].filter((part) => !used.includes(part) && !saidBy().said.has(part))
    // A table selects some parts for some values only: they are listed in the template's file.
    const source = SOURCES.find((it) => it.includes(`defineTemplate('${name}'`))!
    expect(left.filter((part) => !source.includes(`'${part}'`))).toEqual([])
    expect([...parts]).toEqual(expect.arrayContaining(used))
  })

  test('provides the values its texts use', () => {
    const declared = new Set([
      ...Object.keys(shape).flatMap((variable) => [variable, hasName(variable)]),
      ...Object.keys(saidBy().values),
      // What its code inserts, for a part that is not a paragraph.
      ...(name === 'settlement.statement' ? ['reason'] : []),
      ...(template.action ? ['link'] : []),
    ])
    const unknown = textsOfTemplate(name).flatMap((text) =>
      [...namesIn(text).all]
        .filter((variable) => !declared.has(variable))
        .map((variable) => `${text.language} ${text.part}: ${variable}`),
    )
    expect(unknown).toEqual([])
  })

  test('selects by values that exist', () => {
    const choicesOf = (variable: string): readonly string[] => {
      let schema: z.ZodType | undefined = shape[variable] as z.ZodType | undefined
      while (schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
        schema = schema.unwrap() as z.ZodType
      return schema && 'options' in schema ? (schema.options as string[]) : ['true']
    }
    const wrong = textsOfTemplate(name).flatMap((text) =>
      elementsOf(compiled(text)).flatMap((element) => {
        if (!('options' in element) || 'pluralType' in element) return []
        const { value: variable, options } = element
        const unknown = Object.keys(options).filter(
          (option) => option !== 'other' && !choicesOf(variable).includes(option),
        )
        return unknown.map((option) => `${text.language} ${text.part}: ${variable} is ${option}`)
      }),
    )
    expect(wrong).toEqual([])
  })

  test.each(LANGUAGES)('replaces every value and has a short subject: %s', (language) => {
    const { subject, ...content } = write(template, template.example, language)
    expect(JSON.stringify({ subject, content })).not.toMatch(
      /[^\\]\{[a-z]\w*[,}]|\bundefined\b|\bnull\b|\[object/,
    )
    expect(subject.length).toBeGreaterThan(0)
    // Mail programs on telephones show about this much; RFC 5322 recommends lines of 78.
    expect(subject.length).toBeLessThanOrEqual(70)
    expect(content.paragraphs.length).toBeGreaterThan(0)
  })
})
