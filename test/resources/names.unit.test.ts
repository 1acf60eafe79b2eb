/** Single-line texts contain no invisible characters; currencies are real money. */
import { describe, expect, test } from 'vitest'
import { operations } from '../../api/resources/index.ts'
import { line } from '#platform/core/records/record.ts'
import { currencyCode } from '#organization/tenants/schemas.ts'

describe('a single-line text', () => {
  const name = line(100)

  test.each([
    ['Persian, with U+200C', 'می\u200cخواهم'],
    ['Hindi, with U+200D', 'क्\u200dष'],
    ['Hebrew', 'יעל לוי'],
    ['Arabic', 'ليلى'],
    ['a decomposed letter', 'Zoe\u0308'],
    ['a family in one emoji', '👩\u200d👧'],
    ['an apostrophe and hyphens', 'D’Arcy-O’Neil'],
  ])('can be %s', (_, text) => {
    expect(name.parse(text)).toBe(text)
  })

  test.each([
    ['an override of direction', '\u202efdp.exe'],
    ['an embedding', 'a\u202ab'],
    ['an isolate', 'a\u2066b'],
    ['a mark of direction', 'a\u200eb'],
    ['a line separator', 'a\u2028b'],
    ['a paragraph separator', 'a\u2029b'],
    ['a space without width', 'a\u200bb'],
    ['a byte order mark', 'a\ufeffb'],
    ['a word joiner', 'a\u2060b'],
    ['a soft hyphen', 'a\u00adb'],
    ['a Hangul filler', '\u3164'],
    ['a tag', 'a\u{e0041}b'],
    ['a control character', 'a\u0007b'],
    ['joiners alone', '\u200c\u200d'],
  ])('cannot contain %s', (_, text) => {
    expect(name.safeParse(text).success).toBe(false)
  })

  /** Multi-line text, texts with another rule, and values of custom fields. */
  const OTHERWISE = [
    'answer',
    'answers.howOften',
    'assessment',
    'baseUrl',
    'comment',
    'custom_fields.insurance_plan',
    'definition.nodes.parameters.dueWithinDays.expression',
    'definition.nodes.text',
    'definition.nodes.when',
    'evidence',
    'issuer',
    'note',
    'notes',
    'notifiedBy',
    'body',
    'subject',
    'words.body',
    'words.subject',
    'changeNote',
    'entryId',
    'words.actionLabel',
    'actionLabel',
    'recordId',
    'objective',
    'plan',
    'question',
    'questions.question',
    'reason',
    'response',
    'rule',
    'sections.plan.text',
    'subjective',
    'text',
    'texts.text',
    'texts.intro',
    'url',
  ]

  test('is the type of every other text in a body', () => {
    const taken = new Set<string>()
    let tried = 0
    for (const { body } of operations) {
      const example = body?.meta()?.['example']
      if (!body?.safeParse(example).success) continue
      for (const path of stringsIn(example)) {
        tried += 1
        if (!body.safeParse(changedAt(example, path)).success) continue
        taken.add(path.filter((part) => !/^\d+$/.test(part)).join('.'))
      }
    }
    expect(tried).toBeGreaterThan(200)
    expect([...taken].filter((path) => !OTHERWISE.includes(path))).toEqual([])
  })
})

/** The strings of an example. */
const stringsIn = (value: unknown, path: string[] = []): string[][] => {
  if (typeof value === 'string') return [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) => stringsIn(member, [...path, key]))
}

/** The same example with a directional override in one string. */
const changedAt = (value: unknown, [key, ...rest]: string[]): unknown => {
  if (key === undefined) return `${String(value)}\u202ex`
  const changed = (member: unknown, at: string) => (at === key ? changedAt(member, rest) : member)
  if (Array.isArray(value)) return value.map((member, index) => changed(member, String(index)))
  const members = Object.entries(value as Record<string, unknown>)
  return Object.fromEntries(members.map(([at, member]) => [at, changed(member, at)]))
}

describe('a currency', () => {
  test.each(['EUR', 'USD', 'INR', 'XOF', 'XAF', 'XPF', 'XCD', 'CHF', 'UYU', 'KWD'])(
    'can be %s',
    (code) => {
      expect(currencyCode().parse(code)).toBe(code)
    },
  )

  test.each(['XXX', 'XTS', 'XAU', 'XDR', 'XSU', 'CHE', 'ABC', 'EURO', 'eur', ''])(
    "cannot be '%s'",
    (code) => {
      expect(currencyCode().safeParse(code).success).toBe(false)
    },
  )
})
