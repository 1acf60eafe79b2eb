import { describe, expect, it } from 'vitest'
import { parseInput } from '#platform/core/input/parse-input.ts'
import { AgentDefinition, type AgentDefinitionInput } from '#agents/definitions/definition.ts'
import { computedIn } from '#agents/definitions/nodes/members.ts'
import { Trigger } from '#agents/definitions/triggers.ts'
import { Node, type NodeOf } from '#agents/definitions/nodes/nodes.ts'

const definition = (more: Record<string, unknown> = {}): unknown =>
  ({
    trigger: { type: 'MANUAL' },
    start: 'done',
    nodes: [{ id: 'done', type: 'END' }],
    ...more,
  }) satisfies AgentDefinitionInput & Record<string, unknown>

const issuesOf = (input: unknown) => {
  const parsed = parseInput(AgentDefinition, input)
  return 'issues' in parsed ? parsed.issues.map(({ path, code }) => `${path}: ${code}`) : []
}

describe('an agent definition', () => {
  it('has a default for every optional member', () => {
    expect(AgentDefinition.parse(definition())).toEqual({
      inputs: [],
      trigger: { type: 'MANUAL' },
      concurrency: 'ALLOW',
      limits: {
        runsPerDay: 200,
        stepsPerRun: 2_000,
        pauseAfterFailures: 5,
        tokensPerRun: null,
        costPerRun: null,
      },
      start: 'done',
      nodes: [{ id: 'done', type: 'END', label: null, status: 'SUCCEEDED', message: null }],
    })
  })

  it('distinguishes expressions from literals in parameters', () => {
    const node = Node.parse({
      id: 'tell',
      type: 'ACTION',
      action: 'message_guardians',
      parameters: {
        childId: { expression: 'item.childId' },
        message: { subject: 'expression', text: { expression: 'today' } },
      },
    }) as NodeOf<'ACTION'>
    expect(computedIn(node.parameters, 'parameters')).toEqual([
      { path: 'parameters.childId', expression: 'item.childId' },
      { path: 'parameters.message.text', expression: 'today' },
    ])
  })

  it.each([
    [{ nodes: [] }, 'nodes: too_few'],
    [{ nodes: [{ id: 'a b', type: 'END' }] }, 'nodes.0.id: invalid_format'],
    [{ nodes: [{ id: 'a', type: 'SQL' }] }, 'nodes.0.type: invalid_value'],
    [{ nodes: [{ id: 'a', type: 'END', next: 'b' }] }, 'nodes.0.next: unknown_member'],
    [
      {
        nodes: [
          { id: 'a', type: 'END' },
          { id: 'a', type: 'END' },
        ],
      },
      'nodes: duplicate',
    ],
    [
      { nodes: [{ id: 'a', type: 'FOR_EACH', items: 'x', body: 'b', most: 1_000_000 }] },
      'nodes.0.most: too_large',
    ],
    [
      { nodes: [{ id: 'a', type: 'CONDITION', when: '1'.repeat(1_001) }] },
      'nodes.0.when: too_long',
    ],
    [
      { nodes: Array.from({ length: 101 }, (_, i) => ({ id: `n${i}`, type: 'END' })) },
      'nodes: too_many',
    ],
    [{ extra: 1 }, 'extra: unknown_member'],
  ])('reports its problem: %o', (more, issue) => {
    expect(issuesOf(definition(more))).toEqual([issue])
  })
})

describe('an agent schedule', () => {
  const schedule = (recurrence: string) =>
    Trigger.safeParse({
      type: 'SCHEDULE',
      recurrence,
      startsOn: '2026-12-01',
      startTime: '09:00',
    }).success

  it.each([
    'FREQ=DAILY',
    'FREQ=WEEKLY;BYDAY=MO,WE',
    'FREQ=MONTHLY;BYDAY=1MO',
    'FREQ=DAILY;COUNT=3',
  ])('accepts %s', (rule) => expect(schedule(rule)).toBe(true))

  it.each([
    'FREQ=SECONDLY',
    'FREQ=HOURLY;INTERVAL=1',
    'INTERVAL=2',
    'FREQ=DAILY;FREQ=DAILY',
    'FREQ=DAILY;COUNT=3;UNTIL=20270101',
    'FREQ=DAILY;UNTIL=20270231',
    'FREQ=DAILY;BYSETPOS=1',
    'FREQ=DAILY;BYDAY=XX',
    'DTSTART:20260101T000000Z',
    '',
  ])('refuses %s', (rule) => expect(schedule(rule)).toBe(false))
})
