import { expect, test } from 'vitest'
import { AgentDefinition } from '#agents/definitions/definition.ts'
import { MOST_NODES } from '#agents/definitions/rules.ts'
import { problemsOf } from '#agents/definitions/checks/problems-of.ts'
import { processorTime } from '../../support/processor-time.ts'

type Json = Record<string, unknown>

const definition = (nodes: Json[], start = String(nodes[0]!['id'])) =>
  AgentDefinition.parse({
    trigger: { type: 'MANUAL' },
    inputs: [{ name: 'childId', type: 'ID' }],
    start,
    nodes,
  })

const problemsIn = (nodes: Json[], start?: string) =>
  problemsOf(definition(nodes, start), {
    eventTypes: ['booking.created', 'task.done'],
    eventSchemas: {},
  }).map(({ path, code }) => `${path}: ${code}`)

const yes = (id: string, more: Json = {}): Json => ({
  id,
  type: 'CONDITION',
  when: 'true',
  ...more,
})
const message = (more: Json = {}): Json => ({
  id: 'write',
  type: 'ACTION',
  action: 'message_guardians',
  parameters: {
    template: 'centre.message',
    childId: { expression: 'input.childId' },
    message: { subject: 'Your next visit', text: { expression: '"On " + today' } },
  },
  ...more,
})
const approval = (more: Json = {}): Json => ({
  id: 'ask',
  type: 'APPROVAL',
  title: 'Write?',
  roles: ['ADMINISTRATOR'],
  next: 'write',
  ...more,
})
const each = (more: Json = {}): Json => ({
  id: 'each',
  type: 'FOR_EACH',
  items: '[1, 2]',
  body: 'a',
  ...more,
})

test.each<[string, Json[], string[]]>([
  ['a chain', [yes('a', { next: 'b', otherwise: 'c' }), yes('b', { next: 'c' }), yes('c')], []],
  ['a node that is not there', [yes('a', { next: 'bb' }), yes('b')], ['nodes.0.next: not_found']],
  [
    'a way back',
    [yes('a', { next: 'b' }), yes('b', { next: 'c' }), yes('c', { otherwise: 'a' })],
    ['nodes.2.otherwise: cycle'],
  ],
  ['a way to itself', [yes('a', { next: 'a' })], ['nodes.0.next: cycle']],
  ['no way to a node', [yes('a'), yes('b')], ['nodes.1.id: unreachable']],
  ['an approval before what needs one', [approval(), message()], []],
  ['no approval', [message()], ['nodes.0.action: approval_required']],
  [
    'a way around the approval',
    [yes('a', { next: 'ask', otherwise: 'write' }), approval(), message()],
    ['nodes.2.action: approval_required'],
  ],
  [
    'the way of a rejection',
    [approval({ next: null, onReject: 'write' }), message()],
    ['nodes.1.action: approval_required'],
  ],
  ['an end in a loop', [each(), { id: 'a', type: 'END' }], ['nodes.1.type: not_allowed']],
  [
    'a loop in a loop',
    [each(), each({ id: 'a', body: 'b' }), yes('b')],
    ['nodes.1.type: not_allowed'],
  ],
  [
    'a chain of items that goes on outside',
    [each({ next: 'b' }), yes('a', { next: 'b' }), yes('b')],
    ['nodes.0.body: not_allowed'],
  ],
  ['an item outside of a loop', [yes('a', { when: 'item == 1' })], ['nodes.0.when: not_allowed']],
  ['an item in a loop', [each(), yes('a', { when: 'item == index' })], []],
  ['a result of nothing', [yes('a', { when: 'steps.b.x == 1' })], ['nodes.0.when: not_found']],
  ['no expression', [yes('a', { when: 'when(' })], ['nodes.0.when: invalid_value']],
  [
    'a query that the catalog does not have',
    [{ id: 'a', type: 'QUERY', query: 'task_overdue' }],
    ['nodes.0.query: not_found'],
  ],
  [
    'parameters that are wrong, of those that are known',
    [
      {
        id: 'a',
        type: 'QUERY',
        query: 'tasks_overdue',
        parameters: { overdueForHours: -1, days: { expression: '1' } },
      },
    ],
    ['nodes.0.parameters.overdueForHours: too_small', 'nodes.0.parameters.days: unknown_member'],
  ],
  [
    'a parameter that is missing',
    [approval(), message({ parameters: { childId: { expression: 'input.childId' } } })],
    ['nodes.1.parameters.template: required'],
  ],
])('%s', (_, nodes, problems) => {
  expect(problemsIn(nodes).toSorted()).toEqual(problems.toSorted())
})

test('visits each of a hundred nodes once, however many paths lead to it', () => {
  const ladder = Array.from({ length: MOST_NODES }, (_, index) => {
    const last = index === MOST_NODES - 1
    const next = (step: number) => (last ? null : `n${Math.min(index + step, MOST_NODES - 1)}`)
    return yes(`n${index}`, { next: next(1), otherwise: next(2), when: `size(steps) > ${index}` })
  })
  const used = processorTime()
  expect(problemsIn(ladder)).toEqual([])
  expect(used()).toBeLessThan(2_000)
})
