import { assessmentMoves } from '#clinical/assessments/moves.ts'
import { assertMove } from '#platform/core/records/moves.ts'
import { describe, expect, test } from 'vitest'
import { assertWhen, dueOnOf, type When } from '#clinical/assessment-schedules/rules.ts'
import { planReminders, type ReminderFacts } from '#clinical/assessments/plan-reminders.ts'
import { ageInMonths, scoresOf } from '#clinical/assessments/rules.ts'
import { seriesOf } from '#clinical/assessments/get-child-assessment-trends.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { assertDefinition } from '#clinical/instruments/rules.ts'
import { Definition } from '#clinical/instruments/schemas.ts'

/** `code`, or `path: code` of the error. */
const refusalOf = (run: () => unknown): string | undefined => {
  try {
    run()
  } catch (error) {
    const { code, issues } = error as DomainError
    return issues[0] ? `${issues[0].path}: ${issues[0].code}` : code
  }
}

const band = (fromMonths: number, untilMonths: number, value: number, scale = 'standard') => ({
  score: 'talk',
  scale,
  fromMonths,
  untilMonths,
  rows: [
    { rawFrom: 0, rawTo: 4, value },
    { rawFrom: 5, rawTo: 9, value: value + 15 },
  ],
})

const definition = (more: object = {}): Definition =>
  Definition.parse({
    items: [
      { key: 'names', label: 'Names', min: 0, max: 6 },
      { key: 'says', label: 'Says', min: 0, max: 4 },
    ],
    scores: [
      { key: 'talk', label: 'Talks', items: ['names', 'says'] },
      { key: 'seconds', label: 'Time', higherIsBetter: false },
    ],
    norms: [band(36, 48, 85), band(48, 60, 70), band(36, 48, 40, 'percentile')],
    ...more,
  })

describe('a definition', () => {
  test.each<[string, object, string | undefined]>([
    ['fits together', {}, undefined],
    [
      'has no item twice',
      {
        items: ['one', 'two'].map((label) => ({ key: 'names', label, min: 0, max: 1 })),
        scores: [{ key: 'talk', label: 'T' }],
      },
      'items.1.key: duplicate',
    ],
    [
      'has items with a range',
      { items: [{ key: 'names', label: 'N', min: 2, max: 1 }] },
      'items.0.max: inverted_range',
    ],
    [
      'sums items that there are',
      { scores: [{ key: 'talk', label: 'T', items: ['names', 'hums'] }] },
      'scores.0.items.1: not_found',
    ],
    [
      'has norms for its scores',
      { scores: [{ key: 'sing', label: 'S' }] },
      'norms.0.score: not_found',
    ],
    ['has norms for an age', { norms: [band(48, 48, 1)] }, 'norms.0.untilMonths: inverted_range'],
    [
      'says one thing of an age',
      { norms: [band(36, 48, 1), band(47, 60, 1)] },
      'norms.1: overlapping',
    ],
    [
      'says one thing of a raw score',
      {
        norms: [
          {
            ...band(36, 48, 1),
            rows: [
              { rawFrom: 0, rawTo: 4, value: 1 },
              { rawFrom: 4, rawTo: 5, value: 2 },
            ],
          },
        ],
      },
      'norms.0.rows.1: overlapping',
    ],
  ])('%s', (_, more, expected) => {
    expect(refusalOf(() => assertDefinition(definition(more)))).toBe(expected)
  })
})

describe('scores', () => {
  const scored = (ageMonths: number, items: Record<string, number>, rawScores = {}) =>
    scoresOf(definition(), { items, rawScores }, ageMonths)

  test.each([
    [35, { value: null, missing: 'no_norms_for_age' }],
    [36, { value: 100 }],
    [47, { value: 100 }],
    [48, { value: 85 }],
    [60, { value: null, missing: 'no_norms_for_age' }],
  ])('use the norms for the age: at %i months', (age, expected) => {
    const [talk] = scored(age, { names: 5, says: 2 })
    expect(talk).toMatchObject({ score: 'talk', raw: 7 })
    expect(talk!.norms[0]).toEqual({ scale: 'standard', ...expected })
  })

  test('beyond the rows of the norms have no norm score', () => {
    expect(scored(40, { names: 6, says: 4 })[0]!.norms).toEqual([
      { scale: 'standard', value: null, missing: 'outside_norms' },
      { scale: 'percentile', value: null, missing: 'outside_norms' },
    ])
  })

  test('entered by hand are kept beside computed sums, and there are none without norms', () => {
    expect(scored(40, {}, { seconds: 31.5 })).toEqual([{ score: 'seconds', raw: 31.5, norms: [] }])
  })

  test.each<[string, Record<string, number>, Record<string, number>, string]>([
    ['nothing', {}, {}, 'rawScores: required'],
    ['some items of a sum', { names: 5 }, {}, 'items.says: required'],
    ['an item that is not there', { hums: 1 }, {}, 'items.hums: not_found'],
    ['a value out of range', { names: 7, says: 1 }, {}, 'items.names: out_of_range'],
    ['a sum that is entered', {}, { talk: 7 }, 'rawScores.talk: not_allowed'],
    ['a score that is not there', {}, { sings: 7 }, 'rawScores.sings: not_found'],
    ['a name of the prototype', {}, { constructor: 1 }, 'rawScores.constructor: not_found'],
  ])('refuse %s', (_, items, rawScores, expected) => {
    expect(refusalOf(() => scoresOf(definition(), { items, rawScores }, 40))).toBe(expected)
  })

  test.each([
    ['2024-02-29', '2025-02-28', 11],
    ['2024-02-29', '2025-03-01', 12],
    ['2023-01-31', '2023-02-28', 0],
    ['2023-11-20', '2026-11-20', 36],
    ['2023-11-21', '2026-11-20', 35],
  ])('of a child born %s, on %s, are read at %i months', (born, startsOn, months) => {
    expect(ageInMonths(born, startsOn)).toBe(months)
  })
})

describe('a schedule', () => {
  const at = (when: Partial<When>, lastOn: string | null = null, birthDate = '2022-08-31') =>
    dueOnOf({ timing: 'ONCE', startsOn: null, months: null, ...when }, { birthDate, lastOn })

  test.each<[string, string, string]>([
    ['once', at({ startsOn: '2026-12-01' }), '2026-12-01'],
    [
      'the first of several',
      at({ timing: 'EVERY', startsOn: '2026-12-01', months: 6 }),
      '2026-12-01',
    ],
    [
      'the next counts from the last',
      at({ timing: 'EVERY', startsOn: '2026-12-01', months: 6 }, '2027-01-15'),
      '2027-07-15',
    ],
    ['a day that a month lacks is its last', at({ timing: 'AT_AGE', months: 6 }), '2023-02-28'],
    [
      'an age on a leap day',
      at({ timing: 'AT_AGE', months: 48 }, null, '2020-02-29'),
      '2024-02-29',
    ],
  ])('%s', (_, actual, expected) => {
    expect(actual).toBe(expected)
  })

  test.each<[When, string | undefined]>([
    [{ timing: 'ONCE', startsOn: '2026-12-01', months: null }, undefined],
    [{ timing: 'ONCE', startsOn: null, months: null }, 'startsOn: required'],
    [{ timing: 'ONCE', startsOn: '2026-12-01', months: 6 }, 'months: not_allowed'],
    [{ timing: 'EVERY', startsOn: '2026-12-01', months: null }, 'months: required'],
    [{ timing: 'AT_AGE', startsOn: '2026-12-01', months: 36 }, 'startsOn: not_allowed'],
    [{ timing: 'AT_AGE', startsOn: null, months: 36 }, undefined],
  ])('%o reports its missing member', (when, expected) => {
    expect(refusalOf(() => assertWhen(when))).toBe(expected)
  })
})

describe('reminders', () => {
  const plan = (more: Partial<ReminderFacts> = {}) =>
    planReminders({
      open: true,
      archived: false,
      dueOn: '2027-03-20',
      graceDays: 28,
      timeZone: 'Europe/Berlin',
      quietHours: null,
      ...more,
    }).map(({ step, dueAt }) => `${step} ${dueAt.toISOString()}`)

  test('are sent at nine local time in every season', () => {
    expect(plan()).toEqual([
      'due 2027-03-20T08:00:00.000Z',
      'reminder-1 2027-04-03T07:00:00.000Z',
      'overdue 2027-04-17T07:00:00.000Z',
      'escalation 2027-05-01T07:00:00.000Z',
    ])
    expect(plan({ timeZone: 'America/Los_Angeles' })[0]).toBe('due 2027-03-20T16:00:00.000Z')
  })

  test('are limited by the days of grace', () => {
    const stepsOf = (graceDays: number) => plan({ graceDays }).map((it) => it.split(' ')[0])
    expect(stepsOf(14)).toEqual(['due', 'overdue', 'escalation'])
    expect(stepsOf(43)).toEqual([
      'due',
      'reminder-1',
      'reminder-2',
      'reminder-3',
      'overdue',
      'escalation',
    ])
  })

  test('are not sent for an archived child or a finished assessment', () => {
    expect(plan({ archived: true })).toEqual([])
    expect(plan({ open: false })).toEqual([])
  })
})

test('a finished assessment cannot be completed or waived again', () => {
  const refused = (name: 'complete' | 'waive', status: string) =>
    refusalOf(() => assertMove(assessmentMoves, name, { status }))
  expect(refused('complete', 'OVERDUE')).toBeUndefined()
  expect(refused('waive', 'COMPLETED')).toBe('invalid_transition')
})

describe('a series of scores', () => {
  const series = (values: number[], higherIsBetter = true, edition = (_: number) => 1) =>
    seriesOf(
      { instrumentId: 'ins_1', score: 'talk', scale: null, higherIsBetter },
      values.map((value, index) => ({
        assessmentId: `asm_${index}`,
        administeredOn: `2026-0${index + 1}-01`,
        ageMonths: 40 + index,
        edition: edition(index),
        value,
      })),
    )

  test.each<[number[], boolean, string]>([
    [[1, 2, 3, 4], true, 'NOT_ENOUGH_DATA'],
    [[1, 2, 3, 4, 6], true, 'IMPROVING'],
    [[1, 2, 3, 4, 6], false, 'REGRESSING'],
    [[3, 1, 4, 1, 5], true, 'INCONCLUSIVE'],
    [[3, 3, 3, 3, 3], true, 'INCONCLUSIVE'],
  ])('%o, higher is better: %s → %s', (values, higherIsBetter, verdict) => {
    expect(series(values, higherIsBetter).verdict).toBe(verdict)
  })

  test('reports the change and whether all were scored the same way', () => {
    expect(series([85, 90, 88])).toMatchObject({
      sinceFirst: 3,
      sincePrevious: -2,
      sameEdition: true,
      pValue: null,
    })
    expect(series([85])).toMatchObject({ sinceFirst: null, sincePrevious: null })
    expect(series([85, 90], true, (index) => index).sameEdition).toBe(false)
  })
})
