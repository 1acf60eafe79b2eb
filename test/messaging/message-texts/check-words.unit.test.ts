import { describe, expect, test } from 'vitest'
import { checkWords } from '#messaging/messages/words/check-words.ts'
import { VARIABLE_DESCRIPTIONS } from '#messaging/messages/words/variable-descriptions.ts'
import { variablesOf } from '#messaging/messages/words/variables-of.ts'
import { LANGUAGES } from '#messaging/locales/languages.ts'
import {
  TEMPLATE_NAMES,
  templateOf,
  type TemplateName,
} from '#messaging/messages/templates/index.ts'
import { platformWords, type Words } from '#messaging/messages/templates/words.ts'
import { write } from '#messaging/messages/templates/write.ts'

const TERMS = {
  channel: 'EMAIL',
  language: 'en',
  linkHosts: ['sunrise.example'],
  emails: ['office@sunrise.example', 'sunrise@mail.example'],
} as const

const GOOD: Words = {
  subject: 'Your appointment: {startsAt}',
  body: 'Hello {firstName},\n\n{childFirstName} comes on {startsAt}.\n\n{locationName}\n\n{hasLocationPhone, select, true {Call {locationPhone} if you cannot come.} other {Write to us if you cannot come.}}',
  actionLabel: 'Answer',
}

const check = (words: Partial<Words>, name: TemplateName = 'appointment.reminder') =>
  checkWords(templateOf(name), { ...GOOD, ...words }, TERMS)
const inBody = (text: string) => check({ body: `${GOOD.body}\n\n${text}` })
const codes = (issues: readonly { path: string; code: string }[]) =>
  issues.map(({ path, code }) => `${path}: ${code}`)

describe('every text of the platform', () => {
  test.each(TEMPLATE_NAMES)('passes the checks of a centre’s own: %s', (name) => {
    const template = templateOf(name)
    const issues = LANGUAGES.flatMap((language) =>
      checkWords(template, platformWords(template, language), { ...TERMS, language }).map(
        (issue) => `${language} ${issue.path}: ${issue.message}`,
      ),
    )
    expect(issues).toEqual([])
  })

  test('describes each variable, and requires only variables that exist', () => {
    const wrong = TEMPLATE_NAMES.flatMap((name) => {
      const names = variablesOf(templateOf(name), 'en').map((variable) => variable.name)
      const required = (templateOf(name).requires ?? []).flatMap(({ anyOf, when = {} }) => [
        ...anyOf,
        ...Object.keys(when),
      ])
      return [
        ...names.filter((variable) => !Object.hasOwn(VARIABLE_DESCRIPTIONS, variable)),
        ...required.filter((variable) => !names.includes(variable)),
      ].map((variable) => `${name}: ${variable}`)
    })
    expect(wrong).toEqual([])
  })
})

test('a complete text has no issues', () => {
  expect(check({})).toEqual([])
  expect(inBody('https://sunrise.example/parking and www.sunrise.example')).toEqual([])
  expect(inBody('office@sunrise.example, sunrise@mail.example, any@sunrise.example')).toEqual([])
  expect(inBody("Don’t wait, don't worry; z.B. 10.30 Uhr, 3 < 4 & 5 > 2, Str. 12.")).toEqual([])
  expect(inBody('{locationPhone}')).toEqual([])
})

describe('is refused', () => {
  test.each([
    ['an unknown variable', '{fristName}', 'unknown_variable', /did you mean firstName/],
    ['a variable of another template', '{iban}', 'unknown_variable', /no variable iban/],
    ['a name of the language', '{__proto__}', 'unknown_variable', /__proto__/],
    ['a constructor', '{constructor, select, other {x}}', 'unknown_variable', /constructor/],
    ['the path of the layout', '{timeZone}', 'unknown_variable', /timeZone/],
    ['a condition as a value', '{hasLocationPhone}', 'variable_unsuitable', /only select/],
    [
      'a choice by text',
      '{firstName, select, Mara {x} other {y}}',
      'variable_unsuitable',
      /cannot/,
    ],
    ['a plural of text', '{firstName, plural, one {x} other {y}}', 'variable_unsuitable', /number/],
    ['a format', '{startsAt, date, short}', 'variable_unsuitable', /write \{startsAt\}/],
    ['a skeleton', '{startsAt, number, ::currency/EUR}', 'variable_unsuitable', /write/],
    [
      'a value that may be missing',
      'Call {locationPhone}!',
      'variable_may_be_empty',
      /hasLocation/,
    ],
    [
      'a value where it is missing',
      '{hasLocationPhone, select, true {x} other {{locationPhone}}}',
      'variable_may_be_empty',
      /hasLocationPhone/,
    ],
    ['an open brace', 'x {firstName', 'invalid_format', /no \}/],
    ['a closing brace', 'x }', 'invalid_format', /brace/],
    ['a quoted variable', "'{firstName}'", 'invalid_format', /single quote/],
    ['a select without other', '{hasLocationPhone, select, true {x}}', 'invalid_format', /other/],
    [
      'a case that never occurs',
      '{hasLocationPhone, select, yes {x} other {}}',
      'invalid_value',
      /yes/,
    ],
    ['an element', '<b>bold</b>', 'markup_refused', /plain text/],
    ['a script', '<script>alert(1)</script>', 'markup_refused', /plain text/],
    ['a comment', '<!-- x', 'markup_refused', /plain text/],
    ['an entity', 'a&nbsp;b', 'markup_refused', /plain text/],
    ['another host', 'See https://evil.example/x', 'foreign_address', /evil\.example/],
    ['a host without a scheme', 'See evil.example now', 'foreign_address', /evil\.example/],
    ['a host that ends like ours', 'https://notsunrise.example', 'foreign_address', /notsunrise/],
    ['a host that begins like ours', 'sunrise.example.evil.com', 'foreign_address', /evil/],
    ['a scheme without a host', 'javascript://%0aalert', 'foreign_address', /javascript/],
    ['an address without TLS', 'http://sunrise.example', 'https_required', /https/],
    ['another mailbox', 'Write to me@mail.example', 'foreign_address', /me@mail/],
    ['data in an address', 'https://sunrise.example/?n={childFirstName}', 'not_allowed', /data/],
    ['an override of direction', 'a\u202Eb', 'invalid_character', /direction/],
    ['an isolate', 'a\u2066b', 'invalid_character', /direction/],
    ['a character that is not seen', 'a\u200Bb', 'invalid_character', /cannot be seen/],
    ['a control character', 'a\u0007b', 'invalid_character', /control/],
  ])('%s', (_, text, code, message) => {
    const issues = inBody(text)
    expect(codes(issues)).toContain(`body: ${code}`)
    const issue = issues.find((one) => one.code === code)!
    expect(issue.message).toMatch(message)
    // It is in the last line, below the words that are good.
    expect(issue.position?.line).toBe(9)
  })

  test('an address that arises from several parts', () => {
    const split = '{hasLocationPhone, select, true {evil} other {good}}.example'
    expect(codes(inBody(split))).toEqual(['body: foreign_address'])
    expect(codes(inBody('{firstName}.evil.example'))).toEqual(['body: foreign_address'])
    expect(codes(inBody('{firstName}@evil.example'))).toEqual(['body: foreign_address'])
  })

  test('a line break in the subject', () => {
    expect(codes(check({ subject: 'a\nb {startsAt}' }))).toEqual(['subject: invalid_character'])
  })

  test('a part that the template does not have, and the lack of one that it has', () => {
    const freed = { body: GOOD.body, actionLabel: 'Answer' }
    expect(codes(check(freed, 'place.freed'))).toEqual(['actionLabel: not_allowed'])
    expect(codes(check({ subject: null }))).toEqual(['subject: required'])
    const offer = { body: '{startsAt} {locationName} {answerBy}', actionLabel: null }
    expect(codes(check(offer, 'waitlist.offer'))).toEqual(['actionLabel: required'])
  })

  test('a text that lacks what families need, with the reason', () => {
    const issues = check({ subject: 'Reminder', body: 'Hello {firstName}' })
    expect(issues.map(({ code, message }) => [code, message])).toEqual([
      ['variable_required', expect.stringContaining('{startsAt}, because the family')],
      [
        'variable_required',
        expect.stringContaining('{locationName} if modality is IN_PERSON, because the family'),
      ],
      ['variable_required', expect.stringContaining('how to cancel')],
    ])
  })

  test('a text that has it only in some cases', () => {
    const body = (where: string) => `{startsAt} ${where}`
    const decision = (where: string) =>
      codes(check({ body: body(where), actionLabel: null }, 'appointment.decision'))
    expect(decision('{decision, select, CONFIRMED {{locationName}} other {}}')).toEqual([])
    expect(decision('{decision, select, CONFIRMED {} other {{locationName}}}')).toEqual([
      'body: variable_required',
    ])
    expect(decision('')).toEqual(['body: variable_required'])
  })

  test('more than the template needs: nesting, length', () => {
    const nested = (depth: number) =>
      `${'{hasLocationPhone, select, other {'.repeat(depth)}x${'}}'.repeat(depth)}`
    expect(codes(inBody(nested(5)))).toEqual([])
    expect(codes(inBody(nested(2_000)))).toEqual(['body: too_deep'])
    expect(codes(check({ subject: `{startsAt} ${'x'.repeat(200)}` }))).toEqual([
      'subject: too_long',
    ])
    expect(codes(inBody('x '.repeat(3_000)))).toEqual(['body: too_long'])
  })
})

test('values are shown as they are, whatever they contain', () => {
  const hostile = '{firstName} <b>&amp;</b> \u2028 {0} #'
  const variables = {
    ...(templateOf('appointment.reminder').example as object),
    firstName: hostile,
  }
  const { paragraphs } = write(templateOf('appointment.reminder'), variables, 'en', { words: GOOD })
  expect(paragraphs[0]).toBe(`Hello ${hostile},`)
})

test.each(['<', '<a ', '@', 'a.', 'a@a.', '://', 'a://a.', '&#', '/', ' ', '{', "'"])(
  'a long text of %s takes no longer than its length',
  (piece) => {
    const text = piece.repeat(8_000 / piece.length)
    const before = process.cpuUsage()
    inBody(text)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1_000).toBeLessThan(2_000)
  },
)

test('generated texts are refused or written, but never break', () => {
  const pieces = [
    '{',
    '}',
    "'",
    '#',
    '<',
    'a',
    '{firstName}',
    ', select, ',
    'other {',
    '=1 {',
    '\n',
  ]
  let seed = 7
  const next = () => (seed = (seed * 48_271) % 2_147_483_647)
  const template = templateOf('centre.message')
  let usable = 0
  for (let round = 0; round < 3_000; round += 1) {
    const body = `{text}${Array.from({ length: next() % 8 }, () => pieces[next() % pieces.length]).join('')}`
    const words = { subject: '{subject}', body, actionLabel: null }
    if (checkWords(template, words, TERMS).length > 0) continue
    usable += 1
    expect(write(template, template.example, 'en', { words }).paragraphs.join('')).not.toMatch(
      /[{}]/,
    )
  }
  expect(usable).toBeGreaterThan(100)
})
