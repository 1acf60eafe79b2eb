import { describe, expect, test } from 'vitest'
import { ranked, type Candidate } from '#agents/recall/rules.ts'

const TODAY = '2026-11-21'
const candidate = (childId: string, more: Partial<Candidate> = {}): Candidate => ({
  childId,
  birthDate: '2021-04-30',
  assessments: [{ id: `asm_${childId}`, dueOn: '2026-11-11', overdueOn: '2026-12-09' }],
  programId: null,
  bookedId: null,
  recalledId: null,
  recipientIds: ['cli_1'],
  ...more,
})
const due = (dueOn: string, overdueOn = '2027-01-01') => [{ id: `asm_${dueOn}`, dueOn, overdueOn }]

describe('the order of a recall', () => {
  test.each<[string, Partial<Candidate>, string[]]>([
    ['due since ten days', {}, ['due 60']],
    ['due today', { assessments: due(TODAY) }, ['due 50']],
    ['due tomorrow', { assessments: due('2026-11-22') }, ['due_soon 0']],
    ['overdue from today on', { assessments: due('2026-10-24', TODAY) }, ['overdue 128']],
    [
      'overdue for years counts as a hundred days',
      { assessments: due('2020-01-01', '2020-02-01') },
      ['overdue 200'],
    ],
    [
      'several',
      { assessments: [...due('2026-11-11'), ...due('2026-11-20')] },
      ['due 60', 'several_due 10'],
    ],
    ['under three until the day before', { birthDate: '2023-11-22' }, ['due 60', 'under_three 20']],
    ['three today', { birthDate: '2023-11-21' }, ['due 60']],
    ['in early intervention', { programId: 'eip_1' }, ['due 60', 'early_intervention 20']],
  ])('%s', (_, more, expected) => {
    const [it] = ranked([candidate('a', more)], TODAY)
    expect(it!.reasons.map(({ code, points }) => `${code} ${points}`)).toEqual(expected)
    expect(it!.score).toBe(it!.reasons.reduce((sum, { points }) => sum + points, 0))
    expect(it!.reasons.every(({ evidenceIds }) => evidenceIds.length > 0)).toBe(true)
  })

  test('sorts by points, then day, then id, whatever the input order', () => {
    const late = candidate('late', { assessments: due('2026-09-01', '2026-10-01') })
    const young = candidate('young', { birthDate: '2024-11-01', assessments: due('2026-11-21') })
    const others = [candidate('b'), candidate('a')]
    const expected = ['late', 'young', 'a', 'b']
    for (const order of [
      [late, young, ...others],
      [...others, young, late],
    ])
      expect(ranked(order, TODAY).map(({ childId }) => childId)).toEqual(expected)
  })

  test.each<[Partial<Candidate>, string | undefined]>([
    [{}, undefined],
    [{ bookedId: 'apt_1', recalledId: 'msg_1' }, 'assessment_booked'],
    [{ recalledId: 'msg_1' }, 'recalled_recently'],
    [{ recipientIds: [] }, 'no_guardian_to_write_to'],
  ])('%o is blocked by %s', (more, code) => {
    expect(ranked([candidate('a', more)], TODAY)[0]!.blockedBy?.code).toBe(code)
  })
})
