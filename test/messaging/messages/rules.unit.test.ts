import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { render } from '#messaging/messages/render.ts'
import { afterQuietHours, masked, outlookOf, quietHoursAround } from '#messaging/messages/rules.ts'
import { refusalOf } from '#messaging/channels/rules.ts'
import { LANGUAGES } from '#messaging/locales/languages.ts'
import { TEMPLATE_NAMES, TEMPLATES } from '#messaging/messages/templates/index.ts'

const NIGHT = { startTime: '21:00', endTime: '07:00' }

describe('quiet hours', () => {
  test.each([
    ['2026-12-01T20:59:59+01:00', '2026-12-01T20:59:59+01:00'],
    ['2026-12-01T21:00:00+01:00', '2026-12-02T07:00:00+01:00'],
    ['2026-12-02T03:00:00+01:00', '2026-12-02T07:00:00+01:00'],
    ['2026-12-02T07:00:00+01:00', '2026-12-02T07:00:00+01:00'],
    // The nights in which clocks go forward and back.
    ['2027-03-27T22:00:00+01:00', '2027-03-28T07:00:00+02:00'],
    ['2026-10-24T22:00:00+02:00', '2026-10-25T07:00:00+01:00'],
  ])('in Berlin %s becomes %s', (instant, expected) => {
    const moved = afterQuietHours(new Date(instant), 'Europe/Berlin', NIGHT)
    expect(moved).toEqual(new Date(expected))
  })

  test('do not cross midnight when they are by day', () => {
    const siesta = { startTime: '13:00', endTime: '15:00' }
    const at = (time: string) => new Date(`2026-12-01T${time}+01:00`)
    const moved = (time: string) => afterQuietHours(at(time), 'Europe/Berlin', siesta)
    expect(moved('14:59:00')).toEqual(at('15:00:00'))
    expect(moved('12:59:00')).toEqual(at('12:59:00'))
    expect(moved('23:00:00')).toEqual(at('23:00:00'))
  })

  test('move nothing if they are empty', () => {
    const now = new Date('2026-12-02T03:00:00Z')
    expect(afterQuietHours(now, 'Europe/Berlin', null)).toBe(now)
  })

  const zones = [
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'America/Sao_Paulo',
  ]
  const localTime = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map((parts) => parts.map((part) => `${part}`.padStart(2, '0')).join(':'))

  test('move forward, out of the hours, by at most a day and an hour', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true }),
        fc.constantFrom(...zones),
        localTime,
        localTime,
        (instant, timeZone, startTime, endTime) => {
          fc.pre(startTime !== endTime)
          const moved = afterQuietHours(instant, timeZone, { startTime, endTime })
          expect(quietHoursAround(moved, timeZone, { startTime, endTime })).toBeUndefined()
          expect(moved >= instant).toBe(true)
          expect(moved.getTime() - instant.getTime()).toBeLessThanOrEqual(25 * 3_600_000)
        },
      ),
    )
  })
})

test.each([
  [null, undefined, 'no_address'],
  ['not an address', undefined, 'invalid_address'],
  ['mara@example.com', '2026-12-01T09:00:00Z', 'too_late'],
  ['mara@example.com', '2026-12-01T09:00:01Z', null],
  ['mara@example.com', undefined, null],
])('a message to %s until %s: %s', (address, until, reason) => {
  const dueAt = new Date('2026-12-01T09:00:00Z')
  const reach = { address, problem: null, consent: null }
  const outlook = outlookOf({
    refusal: refusalOf('EMAIL', reach, { hasSender: true }),
    restricted: false,
    dueAt,
    notAfter: until ? new Date(until) : null,
  })
  expect(outlook).toEqual({ status: reason ? 'SKIPPED' : 'QUEUED', reason })
})

test('an address is masked to its first letter and domain', () => {
  expect(masked('mara.weiss@example.com')).toBe('m…@example.com')
  expect(masked('é@example.com')).toBe('é…@example.com')
  expect(masked('+4915112345678')).toBe('+49…678')
})

const WRITTEN = TEMPLATE_NAMES.flatMap((name) => LANGUAGES.map((language) => ({ name, language })))

describe.each(WRITTEN)('$name in $language', ({ name, language }) => {
  const rendered = (variables: unknown) =>
    render({
      template: name,
      language,
      variables,
      envelope: {
        centre: 'Sun & <Rise>',
        from: 'care@example.org',
        to: 'mara@example.com',
        sentAt: new Date('2026-11-24T08:00:00Z'),
      },
      publicUrl: 'https://care.test',
    })

  test('has a subject, and text and HTML with the same content', () => {
    const { subject, text, html } = rendered(TEMPLATES[name].example)
    expect(subject).not.toBe('')
    expect(html).toContain(`lang="${language}"`)
    for (const word of text.split(/\s+/).filter((it) => /^[\w.,]+$/.test(it)))
      expect(html).toContain(word)
    expect(`${subject}${text}${html}`).not.toMatch(/undefined|null|\[object/)
  })

  test('escapes every inserted value', () => {
    const hostile = Object.fromEntries(
      Object.entries(TEMPLATES[name].example).map(([key, value]) =>
        /name|phone/i.test(key) ? [key, '<img src=x onerror=alert(1)>"\'&'] : [key, value],
      ),
    )
    const { html } = rendered(hostile)
    expect(html).not.toContain('<img')
    expect(html).toContain('Sun &amp; &lt;Rise&gt;')
  })
})
