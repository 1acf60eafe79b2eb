import { describe, expect, test } from 'vitest'
import { AgentDefinition } from '#agents/definitions/definition.ts'
import { problemsOf } from '#agents/definitions/checks/problems-of.ts'
import { AGENT_TEMPLATES } from '#agents/templates/index.ts'
import { registry } from '#registry/index.ts'

type Json = Record<string, unknown>

const problemsIn = (definition: Json) => problemsOf(AgentDefinition.parse(definition), registry)
const told = (definition: Json) =>
  problemsIn(definition).map(({ path, code, message }) => `${path} ${code}: ${message}`)

const yes: Json = { id: 'yes', type: 'CONDITION', when: 'true' }
const cancelled = (filter: string): Json => ({
  trigger: { type: 'EVENT', eventType: 'booking.cancelled', filter },
  start: 'yes',
  nodes: [yes],
})

describe('the filter of a trigger', () => {
  test('is refused for a member that its event does not have, with what was probably meant', () => {
    expect(problemsIn(cancelled("event.data.initator == 'CLIENT'"))).toEqual([
      {
        path: 'trigger.filter',
        code: 'not_found',
        message: 'event.data has no member initator (did you mean initiator?)',
        expression: "event.data.initator == 'CLIENT'",
        position: { line: 1, column: 12 },
        suggestion: 'initiator',
      },
    ])
  })

  test.each([
    ['a value that the member never has', 'event.data.initiator == "client"', 'CLIENT'],
    ['a value in a list', 'event.data.initiator in ["CLIENT", "PROVIDR"]', 'PROVIDER'],
    ['a member of the data', 'event.childId != ""', 'data.childId'],
    ['a text as a timestamp', 'event.createdAt < now', 'timestamp(event.createdAt)'],
    ['a variable', 'evnt.data.late', 'event'],
    ['a member in brackets', 'event["data"]["Late"]', 'late'],
  ])('says what was meant by %s', (_, filter, suggestion) => {
    expect(problemsIn(cancelled(filter))).toMatchObject([{ path: 'trigger.filter', suggestion }])
  })

  test.each([
    ['event.data.initiator == "NOBODY"', /never "NOBODY"\. Its values are: CLIENT, PROVIDER/],
    ['event.data.fee.amount > "3"', /a number or null and "3" is a text/],
    ['event.data.childId', /is a text, but must be true or false/],
    ['has(event.data.fee.sum)', /event\.data\.fee has no member sum\. Its members are: decision/],
    ['event.data.late.startsWith("x")', /is true or false, but startsWith needs a text/],
    ['event.data.startsAt.getHours() > 12', /Use timestamp/],
    ['event.data.late == "yes"', /so they are never equal/],
    ['event.data.childId.id == ""', /is a text, so it has no member id/],
    ['input.days > 1', /input has no member days/],
    ['event.data.late ? event.data.lat : true', /no member lat/],
    ['event.data.fee.exists(it, it.x)', /is a text, so it has no member x/],
  ])('refuses %s', (filter, message) => {
    const problems = problemsIn(cancelled(filter))
    expect(problems).toHaveLength(1)
    expect(problems[0]!.message).toMatch(message)
  })

  test.each([
    'event.data.initiator == "CLIENT" && !event.data.late',
    'event.data.fee.amount == null || event.data.fee.amount >= 100',
    'has(event.data.childId) && event.data.childId.startsWith("chd_")',
    'timestamp(event.data.startsAt) - now < duration("24h")',
    'dyn(event).data.anything == 1',
    'event.data.fee.currency in ["EUR", "USD"]',
    'event.type == "booking.cancelled"',
    '"x" in {"x": 1}',
    '[1, 2].exists(number, number == 2)',
    'event.workflowId == null',
    'today > "2026-01-01" && now.getHours("UTC") >= 0',
  ])('accepts %s', (filter) => {
    expect(told(cancelled(filter))).toEqual([])
  })

  test('of a message can use its body, and of a follow-up its kind', () => {
    const by = (trigger: Json) => told({ trigger, start: 'yes', nodes: [yes] })
    expect(by({ type: 'WEBHOOK', filter: 'event.data.what.ever == 1' })).toEqual([])
    expect(by({ type: 'WEBHOOK', filter: 'event.type == "x"' })).toHaveLength(1)
    expect(by({ type: 'ATTENTION', filter: 'event.data.kind == "FORM_CHASE"' })).toEqual([])
    expect(by({ type: 'ATTENTION', filter: 'event.data.kind == "FORM_CHASES"' })).toHaveLength(1)
  })
})

describe('an expression of a node', () => {
  const late: Json = { id: 'late', type: 'QUERY', query: 'tasks_overdue', next: 'each' }
  const each = (next: string | null = null): Json => ({
    id: 'each',
    type: 'FOR_EACH',
    items: 'steps.late.rows',
    body: 'act',
    next,
  })
  const act = (title: string): Json => ({
    id: 'act',
    type: 'ACTION',
    action: 'create_task',
    parameters: { title: { expression: title }, role: 'SCHEDULER' },
  })
  const tell = (text: string): Json => ({ id: 'tell', type: 'NOTIFY', to: 'STARTER', text })
  const definition = (nodes: Json[], more: Json = {}) => ({
    trigger: { type: 'MANUAL' },
    start: nodes[0]!['id'],
    nodes,
    ...more,
  })

  test('knows the columns of a query, also of an item', () => {
    expect(told(definition([late, each(), act('item.taskId')]))).toEqual([])
    expect(problemsIn(definition([late, each(), act('item.taskid')]))).toMatchObject([
      { path: 'nodes.2.parameters.title.expression', suggestion: 'taskId' },
    ])
    const rows = 'steps.late.rows.map(row, row.dueAtt)'
    expect(problemsIn(definition([late, each(), act(`${rows}.join(", ")`)]))).toMatchObject([
      { suggestion: 'dueAt' },
    ])
  })

  test('uses only nodes that run before it', () => {
    const nodes = [late, each('tell'), act('"x"')]
    expect(told(definition([...nodes, tell('{{ size(steps.late.rows) }}')]))).toEqual([])
    expect(told(definition([...nodes, tell('{{ steps.act.outcome }}')]))).toEqual([
      'nodes.3.text not_found: steps.act: the node act does not run before this one',
    ])
    expect(told(definition([...nodes, tell('{{ steps.latte.rows }}')]))).toEqual([
      'nodes.3.text not_found: steps.latte: the node latte does not exist (did you mean late?)',
    ])
    expect(told(definition([...nodes, tell('{{ steps.late.rows }}')]))).toEqual([
      'nodes.3.text invalid_value: the expression is a list, but a text requires a single value, such as size(…)',
    ])
  })

  test('knows the inputs, the schema of a model and the decision of a person', () => {
    const inputs = [{ name: 'weeks', type: 'INTEGER' }]
    expect(told(definition([tell('{{ input.weeks + 1 }}')], { inputs }))).toEqual([])
    expect(problemsIn(definition([tell('{{ input.week }}')], { inputs }))).toMatchObject([
      { suggestion: 'weeks' },
    ])
    const output = {
      type: 'object',
      properties: { urgency: { type: 'string', enum: ['LOW', 'HIGH'] } },
      required: ['urgency'],
    }
    const think = { id: 'think', type: 'AGENT', instructions: 'Think', output, next: 'urgent' }
    const urgent = (when: string) => ({ id: 'urgent', type: 'CONDITION', when })
    const isOf = (when: string) => problemsIn(definition([think, urgent(when)]))
    expect(isOf('steps.think.answer.urgency == "HIGH"')).toEqual([])
    expect(isOf('steps.think.answer.urgency == "High"')).toMatchObject([{ suggestion: 'HIGH' }])
    const ask = { id: 'ask', type: 'APPROVAL', title: 'May it?', roles: ['OWNER'], next: 'urgent' }
    expect(problemsIn(definition([ask, urgent('steps.ask.decision == "Approved"')]))).toMatchObject(
      [{ suggestion: 'APPROVED' }],
    )
  })

  test('has no event if none starts the agent, and knows the event for which a node waits', () => {
    expect(told(definition([tell('{{ event.data.childId }}')]))).toEqual([
      'nodes.0.text not_found: event is always null here, so it has no member data',
    ])
    const wait = (filter: string): Json => ({
      id: 'wait',
      type: 'WAIT',
      for: { eventType: 'booking.created', filter, hours: 1 },
    })
    expect(told(definition([wait('arrived.data.childId != ""')]))).toEqual([])
    expect(problemsIn(definition([wait('arrived.data.childid != ""')]))).toMatchObject([
      { path: 'nodes.0.for.filter', suggestion: 'childId' },
    ])
  })
})

test.each(AGENT_TEMPLATES.map((it) => [it.name, it] as const))(
  'the template %s meets what its expressions name',
  (_, { definition }) => {
    expect(told(definition as Json)).toEqual([])
  },
)
