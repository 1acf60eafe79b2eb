import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CONDITIONS_SCRIPT, isMet, type Known } from '#messaging/links/condition.ts'
import { answerIssues, submissionIssues } from '#clinical/form-templates/answer-issues.ts'
import { definitionIssues } from '#clinical/form-templates/definition-issues.ts'
import {
  FormDefinition,
  questionsOf,
  type Answer,
  type Answers,
  type Condition,
  type Question,
} from '#clinical/form-templates/form-definition.ts'
import { scoresOf } from '#clinical/form-templates/scores-of.ts'
import { visibleAnswers, visibleQuestions } from '#clinical/form-templates/visible-questions.ts'

const formOf = (questions: object[], more: object = {}): FormDefinition =>
  FormDefinition.parse({ sections: [{ title: 'One', questions }], ...more })
const ask = (type: string, key: string, more: object = {}) => ({ type, key, label: key, ...more })
const OPTIONS = ['never', 'sometimes', 'often'].map((value, weight) => ({
  value,
  label: value,
  weight,
}))
const shownBy = (showIf: object, answers: Answers) => {
  const form = formOf([
    ask('YES_NO', 'yes'),
    ask('NUMBER', 'hours'),
    ask('DATE', 'since'),
    ask('CHOICE', 'often', { options: OPTIONS }),
    ask('CHOICES', 'which', { options: OPTIONS }),
    ask('TEXT', 'more', { showIf }),
  ])
  expect(definitionIssues(form)).toEqual([])
  return visibleQuestions(form, answers).some(({ key }) => key === 'more')
}

describe('conditions', () => {
  test.each([
    [{ question: 'yes', op: 'EQUALS', value: true }, { yes: true }, true],
    [{ question: 'yes', op: 'EQUALS', value: true }, { yes: false }, false],
    [{ question: 'yes', op: 'EQUALS', value: true }, {}, false],
    [{ question: 'yes', op: 'NOT_EQUALS', value: true }, { yes: false }, true],
    [{ question: 'yes', op: 'NOT_EQUALS', value: true }, {}, false],
    [{ question: 'yes', op: 'ANSWERED', value: true }, { yes: false }, true],
    [{ question: 'yes', op: 'ANSWERED', value: false }, {}, true],
    [{ question: 'hours', op: 'AT_LEAST', value: 7 }, { hours: 7 }, true],
    [{ question: 'hours', op: 'AT_LEAST', value: 7 }, { hours: 6.9 }, false],
    [{ question: 'hours', op: 'AT_MOST', value: 7 }, { hours: 7 }, true],
    [{ question: 'hours', op: 'AT_MOST', value: 7 }, { hours: '1' }, false],
    [{ question: 'since', op: 'AT_LEAST', value: '2026-02-01' }, { since: '2026-10-01' }, true],
    [{ question: 'since', op: 'AT_MOST', value: '2026-02-01' }, { since: '2026-10-01' }, false],
    [{ question: 'often', op: 'EQUALS', value: 'often' }, { often: 'often' }, true],
    [{ question: 'which', op: 'INCLUDES', value: 'often' }, { which: ['never', 'often'] }, true],
    [{ question: 'which', op: 'INCLUDES', value: 'often' }, { which: ['never'] }, false],
  ])('%j of %j: %j', (test, answers, shown) => {
    expect(shownBy(test, answers as Answers)).toBe(shown)
  })

  const YES = { question: 'yes', op: 'EQUALS', value: true }
  const LONG = { question: 'hours', op: 'AT_LEAST', value: 7 }
  test.each([
    [{ all: [YES, LONG] }, { yes: true, hours: 8 }, true],
    [{ all: [YES, LONG] }, { yes: true, hours: 6 }, false],
    [{ any: [YES, LONG] }, { yes: false, hours: 8 }, true],
    [{ any: [YES, LONG] }, { yes: false, hours: 6 }, false],
    [{ all: [{ any: [YES, LONG] }, LONG] }, { yes: true, hours: 6 }, false],
    [{ any: [{ all: [YES, LONG] }, YES] }, { yes: true, hours: 6 }, true],
  ])('%j of %j: %j', (condition, answers, shown) => {
    expect(shownBy(condition, answers)).toBe(shown)
  })

  test('a hidden question counts as unanswered for the questions after it', () => {
    const form = formOf([
      ask('YES_NO', 'a'),
      ask('YES_NO', 'b', { showIf: { question: 'a', op: 'EQUALS', value: true } }),
      ask('YES_NO', 'c', { showIf: { question: 'b', op: 'EQUALS', value: true } }),
      ask('YES_NO', 'd', { showIf: { question: 'b', op: 'ANSWERED', value: false } }),
    ])
    const keys = (answers: Answers) => visibleQuestions(form, answers).map(({ key }) => key)
    expect(keys({ a: true, b: true })).toEqual(['a', 'b', 'c'])
    expect(keys({ a: false, b: true })).toEqual(['a', 'd'])
  })

  test('a section is hidden with all its questions', () => {
    const form = FormDefinition.parse({
      sections: [
        { title: 'One', questions: [ask('YES_NO', 'a')] },
        {
          title: 'Two',
          showIf: { question: 'a', op: 'EQUALS', value: true },
          questions: [ask('TEXT', 'b', { required: true })],
        },
      ],
    })
    expect(submissionIssues(form, { a: false })).toEqual([])
    expect(submissionIssues(form, { a: true })).toMatchObject([{ path: 'b', code: 'required' }])
  })
})

describe('a definition', () => {
  test.each<[string, object[], object, string]>([
    [
      'the same key twice',
      [ask('TEXT', 'a'), ask('TEXT', 'a')],
      {},
      'sections.0.questions.1.key: duplicate',
    ],
    [
      'a condition on what comes later',
      [
        ask('TEXT', 'a', { showIf: { question: 'b', op: 'ANSWERED', value: true } }),
        ask('TEXT', 'b'),
      ],
      {},
      'sections.0.questions.0.showIf.question: not_found',
    ],
    [
      'a condition deep down',
      [
        ask('YES_NO', 'a'),
        ask('TEXT', 'b', {
          showIf: { all: [{ any: [{ question: 'x', op: 'EQUALS', value: 1 }] }] },
        }),
      ],
      {},
      'sections.0.questions.1.showIf.all.0.any.0.question: not_found',
    ],
    [
      'an operator that does not suit',
      [
        ask('YES_NO', 'a'),
        ask('TEXT', 'b', { showIf: { question: 'a', op: 'AT_LEAST', value: 1 } }),
      ],
      {},
      'sections.0.questions.1.showIf.op: not_allowed',
    ],
    [
      'a value that is no answer',
      [
        ask('CHOICE', 'a', { options: OPTIONS }),
        ask('TEXT', 'b', { showIf: { question: 'a', op: 'EQUALS', value: 'x' } }),
      ],
      {},
      'sections.0.questions.1.showIf.value: invalid_type',
    ],
    [
      'an option twice',
      [ask('CHOICE', 'a', { options: [OPTIONS[0], OPTIONS[0]] })],
      {},
      'sections.0.questions.0.options.1.value: duplicate',
    ],
    [
      'bounds the wrong way round',
      [ask('NUMBER', 'a', { min: 3, max: 2 })],
      {},
      'sections.0.questions.0.max: inverted_range',
    ],
    [
      'a score of text',
      [ask('TEXT', 'a')],
      { questions: ['a'] },
      'scores.0.questions.0: not_allowed',
    ],
    [
      'a score of nothing',
      [ask('TEXT', 'a')],
      { questions: ['b'] },
      'scores.0.questions.0: not_found',
    ],
    [
      'a score without weights',
      [ask('CHOICE', 'a', { options: [{ value: 'x', label: 'X' }] })],
      { questions: ['a'] },
      'scores.0.questions.0: required',
    ],
    [
      'bands that fall',
      [ask('NUMBER', 'a')],
      {
        questions: ['a'],
        bands: [
          { min: 2, label: 'B' },
          { min: 2, label: 'C' },
        ],
      },
      'scores.0.bands.1.min: not_ascending',
    ],
    [
      'too many to be answered',
      [ask('NUMBER', 'a')],
      { questions: ['a'], minAnswered: 2 },
      'scores.0.minAnswered: out_of_range',
    ],
  ])('is refused for %s', (_, questions, score, expected) => {
    const scores = 'questions' in score ? [{ key: 's', label: 'S', op: 'SUM', ...score }] : []
    const issues = definitionIssues(formOf(questions, { scores }))
    expect(issues.map(({ path, code }) => `${path}: ${code}`)).toEqual([`definition.${expected}`])
  })
})

describe('answers', () => {
  const form = formOf([
    ask('TEXT', 'line', { maxLength: 3 }),
    ask('LONG_TEXT', 'prose'),
    ask('NUMBER', 'count', { min: 1, max: 5, whole: true }),
    ask('DATE', 'day'),
    ask('YES_NO', 'flag'),
    ask('CHOICE', 'one', { options: OPTIONS }),
    ask('CHOICES', 'many', { options: OPTIONS }),
    ask('TEXT', 'constructor'),
  ])

  test('are accepted with the right types', () => {
    const answers = {
      line: 'abc',
      prose: 'x\ny',
      count: 5,
      day: '2026-02-28',
      flag: false,
      one: 'often',
      many: ['never'],
    }
    expect(submissionIssues(form, answers)).toEqual([])
  })

  test.each<[Answers, string]>([
    [{ line: 1 }, 'line: invalid_type'],
    [{ line: 'abcd' }, 'line: too_long'],
    [{ count: '3' }, 'count: invalid_type'],
    [{ count: 2.5 }, 'count: invalid_type'],
    [{ count: 6 }, 'count: out_of_range'],
    [{ day: '2026-02-30' }, 'day: invalid_type'],
    [{ flag: 'yes' }, 'flag: invalid_type'],
    [{ one: ['often'] }, 'one: invalid_type'],
    [{ one: 'rarely' }, 'one: invalid_value'],
    [{ many: 'often' }, 'many: invalid_type'],
    [{ many: ['often', 'often'] }, 'many: invalid_value'],
    [{ other: 'x' }, 'other: unknown_member'],
    [{ toString: 'x' }, 'toString: unknown_member'],
  ])('%j is refused: %s', (answers, expected) => {
    for (const issues of [answerIssues(form, answers), submissionIssues(form, answers)])
      expect(issues.map(({ path, code }) => `${path}: ${code}`)).toEqual([expected])
  })

  test('to hidden questions are refused at submission and kept in a draft', () => {
    const conditional = formOf([
      ask('YES_NO', 'a', { required: true }),
      ask('TEXT', 'b', { showIf: { question: 'a', op: 'EQUALS', value: true } }),
    ])
    const answers = { a: false, b: 'x' }
    expect(answerIssues(conditional, answers)).toEqual([])
    expect(submissionIssues(conditional, answers)).toMatchObject([
      { path: 'b', code: 'not_allowed' },
    ])
    expect(visibleAnswers(conditional, answers)).toEqual({ a: false })
  })
})

describe('scores', () => {
  const questions = [
    ask('CHOICE', 'a', { options: OPTIONS }),
    ask('CHOICES', 'b', { options: OPTIONS }),
    ask('NUMBER', 'c'),
    ask('YES_NO', 'd'),
  ]
  const bands = [
    { min: 0, label: 'low' },
    { min: 3, label: 'high' },
  ]
  const scored = (score: object, answers: Answers) => {
    const scores = [{ key: 's', label: 'S', op: 'SUM', questions: ['a', 'b', 'c', 'd'], ...score }]
    const form = formOf(questions, { scores })
    expect(definitionIssues(form)).toEqual([])
    const [{ value, band } = { value: null, band: null }] = scoresOf(form, answers)
    return [value, band]
  }
  const ALL = { a: 'often', b: ['sometimes', 'often'], c: 0.5, d: true }

  test.each<[object, Answers, unknown[]]>([
    [{}, ALL, [6.5, null]],
    [{ op: 'MEAN' }, ALL, [1.625, null]],
    [{ bands }, ALL, [6.5, 'high']],
    [{ bands }, { ...ALL, c: -6 }, [0, 'low']],
    [{ bands }, { ...ALL, c: -7 }, [-1, null]],
    [{}, { a: 'often' }, [null, null]],
    [{ minAnswered: 1, bands }, { a: 'often' }, [2, 'low']],
    [{ minAnswered: 2, op: 'MEAN' }, { a: 'often', d: false }, [1, null]],
    [{ minAnswered: 1 }, { c: 0.1 + 0.2 }, [0.3, null]],
  ])('%j of %j: %j', (score, answers, expected) => {
    expect(scored(score, answers)).toEqual(expected)
  })
})

/** A form whose conditions refer to earlier questions, and any answers, valid or not. */
const form = fc
  .array(
    fc.record({
      type: fc.constantFrom('TEXT', 'NUMBER', 'YES_NO', 'CHOICE', 'CHOICES'),
      required: fc.boolean(),
      on: fc.array(fc.record({ back: fc.nat(5), answered: fc.boolean() }), { maxLength: 3 }),
      how: fc.constantFrom('all', 'any'),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((drawn) => {
    const questions = drawn.map(({ type, required, on, how }, index) => {
      const tests = on
        .filter(({ back }) => back < index)
        .map(({ back, answered }) => ({
          question: `q${index - 1 - back}`,
          op: 'ANSWERED',
          value: answered,
        }))
      return ask(type, `q${index}`, {
        required,
        ...(type.startsWith('CHOICE') && { options: OPTIONS }),
        ...(tests.length > 0 && { showIf: { [how]: tests } }),
      })
    })
    const scorable = questions.filter(({ type }) => type !== 'TEXT').map(({ key }) => key)
    const scores =
      scorable.length > 0
        ? ['SUM', 'MEAN'].map((op) => ({
            key: op.toLowerCase(),
            label: op,
            op,
            questions: scorable,
            minAnswered: 1,
            bands: [
              { min: 0, label: '0' },
              { min: 2, label: '2' },
            ],
          }))
        : []
    return formOf(questions, { scores })
  })
const anyAnswer: fc.Arbitrary<Answer> = fc.oneof(
  fc.string(),
  fc.double({ noNaN: true }),
  fc.boolean(),
  fc.array(fc.constantFrom('never', 'sometimes', 'often', 'x')),
)
const goodAnswer = (question: Question): fc.Arbitrary<Answer> => {
  switch (question.type) {
    case 'NUMBER':
      return fc.integer({ min: -50, max: 50 })
    case 'YES_NO':
      return fc.boolean()
    case 'CHOICE':
      return fc.constantFrom('never', 'sometimes', 'often')
    case 'CHOICES':
      return fc.subarray(['never', 'sometimes', 'often'], { minLength: 1 })
    case 'DATE':
      return fc.constant('2026-11-21')
    case 'TEXT':
    case 'LONG_TEXT':
      return fc.string({ minLength: 1, maxLength: 20 })
  }
}
const formAnd = (answersOf: (form: FormDefinition) => fc.Arbitrary<Answers>) =>
  form.chain((it) => answersOf(it).map((answers) => ({ form: it, answers })))
const rightAnswers = (it: FormDefinition): fc.Arbitrary<Answers> =>
  fc
    .record(
      Object.fromEntries(questionsOf(it).map((question) => [question.key, goodAnswer(question)])),
      { requiredKeys: [] },
    )
    .map((answers) => answers as Answers)
const wrongAnswers = () =>
  fc.dictionary(
    fc.oneof(fc.constantFrom('q0', 'q1', 'q2', 'q3'), fc.string(), fc.constant('constructor')),
    anyAnswer,
  )

describe('for any form and answers', () => {
  test('every generated form is valid', () =>
    fc.assert(
      fc.property(form, (it) => {
        expect(definitionIssues(it)).toEqual([])
      }),
    ))

  test('nothing throws', () =>
    fc.assert(
      fc.property(formAnd(wrongAnswers), ({ form: it, answers }) => {
        expect(() => submissionIssues(it, answers)).not.toThrow()
        expect(() => scoresOf(it, answers)).not.toThrow()
      }),
    ))

  test('later answers never show or hide earlier questions', () =>
    fc.assert(
      fc.property(formAnd(rightAnswers), fc.nat(8), ({ form: it, answers }, cut) => {
        const keys = questionsOf(it).map(({ key }) => key)
        const before = new Set(keys.slice(0, cut))
        const early = Object.fromEntries(Object.entries(answers).filter(([key]) => before.has(key)))
        const upTo = (given: Answers) =>
          visibleQuestions(it, given).filter(({ key }) => before.has(key) || key === keys[cut])
        expect(upTo(early)).toEqual(upTo(answers))
      }),
    ))

  test('a submission contains every visible required answer and no hidden one', () =>
    fc.assert(
      fc.property(formAnd(rightAnswers), ({ form: it, answers }) => {
        const visible = visibleQuestions(it, answers)
        const shown = new Set(visible.map(({ key }) => key))
        const whole =
          visible.every(({ key, required }) => !required || key in answers) &&
          Object.keys(answers).every((key) => shown.has(key))
        expect(submissionIssues(it, answers).length === 0).toBe(whole)
        // Removing hidden answers does not change what is visible.
        expect(visibleQuestions(it, visibleAnswers(it, answers))).toEqual(visible)
      }),
    ))

  test('hidden answers do not count, a mean stays within its points, bands rise with the score', () =>
    fc.assert(
      fc.property(formAnd(rightAnswers), ({ form: it, answers }) => {
        const scores = scoresOf(it, answers)
        expect(scoresOf(it, visibleAnswers(it, answers))).toEqual(scores)
        const [sum, mean] = scores
        if (!sum || !mean) return
        expect(sum.value === null).toBe(mean.value === null)
        if (sum.value !== null && mean.value !== null)
          expect(Math.sign(sum.value)).toBe(Math.sign(mean.value))
        for (const { value, band } of scores)
          expect(band).toBe(value === null || value < 0 ? null : value < 2 ? '0' : '2')
      }),
    ))

  test('the order of a score’s questions does not matter', () =>
    fc.assert(
      fc.property(formAnd(rightAnswers), ({ form: it, answers }) => {
        const turned = {
          ...it,
          scores: it.scores.map((score) => ({ ...score, questions: score.questions.toReversed() })),
        }
        expect(scoresOf(turned, answers)).toEqual(scoresOf(it, answers))
      }),
    ))

  test('ALL equals the negation of ANY over the negated conditions', () =>
    fc.assert(
      fc.property(
        fc.array(fc.record({ key: fc.constantFrom('a', 'b', 'c'), value: fc.boolean() }), {
          minLength: 1,
          maxLength: 4,
        }),
        fc.record({ a: fc.boolean(), b: fc.boolean(), c: fc.boolean() }, { requiredKeys: [] }),
        (drawn, answers) => {
          const tests = (flip: boolean) =>
            drawn.map(({ key, value }) => ({
              question: key,
              op: 'ANSWERED' as const,
              value: value !== flip,
            }))
          const shown = (showIf: Condition) =>
            visibleQuestions(
              formOf([
                ...['a', 'b', 'c'].map((key) => ask('YES_NO', key)),
                ask('TEXT', 'last', { showIf }),
              ]),
              answers,
            ).some(({ key }) => key === 'last')
          expect(shown({ all: tests(false) })).toBe(!shown({ any: tests(true) }))
        },
      ),
    ))
})

test('a page carries the conditions of the server in its script', () => {
  const known: Known = new Map<string, string | number | boolean | string[]>([
    ['bad', true],
    ['when', ['often']],
    ['hours', 6.5],
    ['since', '2026-01-31'],
  ])
  const inPage = runInNewContext(`${CONDITIONS_SCRIPT}\nisMet`) as typeof isMet
  const tests = ['bad', 'when', 'hours', 'since', 'none'].flatMap((question) =>
    (['ANSWERED', 'EQUALS', 'NOT_EQUALS', 'INCLUDES', 'AT_LEAST', 'AT_MOST'] as const).flatMap(
      (op) =>
        [true, false, 'often', 6.5, 7, '2026-01-31', '2027-01-01'].map((value) => ({
          question,
          op,
          value,
        })),
    ),
  )
  const conditions = [...tests, { all: tests.slice(0, 3) }, { any: [{ all: tests }, tests[0]!] }]
  for (const condition of conditions)
    expect(inPage(condition, known), JSON.stringify(condition)).toBe(isMet(condition, known))
  expect(conditions.some((condition) => isMet(condition, known))).toBe(true)
})
