import { expect, test } from 'vitest'
import type { Insight, Severity } from '#clinical/insights/rules.ts'
import { summaryOf } from '#clinical/insights/summary-of.ts'

const insight = (severity: Severity, text: string): Insight => ({
  code: 'attendance',
  severity,
  text,
  goalId: null,
  values: {},
  evidenceIds: [],
})

test('the summary says so when nothing is noteworthy', () => {
  expect(summaryOf([])).toBe('Nothing stands out in the records of 90 days.')
})

test('the summary counts each kind, quotes its first statements, and counts the rest', () => {
  const insights = [
    insight('ATTENTION', 'Not seen for 32 days.'),
    insight('GOOD', 'Says /r/: on pace.'),
    insight('GOOD', 'Says /s/: on pace.'),
    ...[1, 2, 3, 4, 5].map((number) => insight('NOTICE', `Notice ${number}.`)),
  ]
  expect(summaryOf(insights).split('\n')).toEqual([
    '1 point needs attention. Not seen for 32 days.',
    '2 points go well. Says /r/: on pace. Says /s/: on pace.',
    '5 more points are worth knowing. Notice 1. Notice 2. Notice 3. And 2 more.',
  ])
})

test('the summary contains only numbers from statements and counts', () => {
  const texts = ['Came to 5 of 7 in 90 days.', 'Not seen for 32 days.', 'A: -6.2 percent.']
  const insights = texts.map((text) => insight('ATTENTION', text))
  const numbers = (text: string) => text.match(/-?\d+(?:\.\d+)?/g) ?? []
  const known = new Set([...texts.flatMap(numbers), `${insights.length}`])
  expect(numbers(summaryOf(insights)).filter((it) => !known.has(it))).toEqual([])
})
