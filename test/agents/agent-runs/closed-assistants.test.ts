import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AgentRunStep } from '#agents/agent-run-steps/schemas.ts'
import { createWorld, type Json, type World } from '../../contract/world.ts'
import { openAssistant } from '../../knowledge/support.ts'
import { joinAs } from '../../staff/support.ts'
import { startApi, type TestApi } from '../../support/api.ts'
import { carryOut, publishedAgent, startRun } from './support.ts'

/** Output of a run from documents of a restricted assistant is shown to people who may ask it or manage knowledge. */

const SECRET = 'Appointments are cancelled free of charge until 24 hours before they begin.'

let api: TestApi
let centre: World
beforeAll(async () => {
  api = await startApi()
  centre = createWorld(api, await api.createTenant())
})
afterAll(async () => {
  expect(api.errors).toEqual([])
  await api[Symbol.asyncDispose]()
})

const assistantFor = async (roles: string[]) => {
  const assistant = await openAssistant(api, centre.client, { roles })
  await assistant.upload({ name: 'fees.txt', contents: SECRET })
  return assistant.assistantId
}

const RUNS: Record<string, (assistantId: string) => [Json, ...Json[]]> = {
  'a search': (assistantId) => [
    { id: 'found', type: 'RETRIEVE', assistantId, question: 'How late is free?', next: 'wait' },
    { id: 'wait', type: 'WAIT', for: { hours: 2 }, next: null },
  ],
  'an approval that follows a search': (assistantId) => [
    { id: 'found', type: 'RETRIEVE', assistantId, question: 'How late is free?', next: 'ask' },
    {
      id: 'ask',
      type: 'APPROVAL',
      title: 'Tell them {{ steps.found.passages[0].text }}?',
      roles: ['ADMINISTRATOR'],
      next: 'tell',
    },
    {
      id: 'tell',
      type: 'NOTIFY',
      to: 'SCHEDULER',
      text: '{{ steps.found.passages[0].text }}',
      next: null,
    },
  ],
}

const stepsOf = async (nodes: [Json, ...Json[]]) => {
  const agent = await publishedAgent(centre, nodes)
  const run = await startRun(api, centre, agent.id)
  await carryOut(api, centre, run)
  return async (role: string) => {
    const person = await joinAs(api, centre.client, { roles: [role] })
    const list = await person.get<{ data: AgentRunStep[] }>(`/v1/agent-run-steps?runId=${run.id}`)
    expect(list.status, list.text).toBe(200)
    const each = await Promise.all(
      list.body.data.map(({ id }) => person.get(`/v1/agent-run-steps/${id}`)),
    )
    return [list.text, ...each.map(({ text }) => text)].some((text) =>
      text.includes('free of charge'),
    )
  }
}

test.each(Object.keys(RUNS))('steps of %s keep the readers of the assistant', async (name) => {
  const closed = await stepsOf(RUNS[name]!(await assistantFor(['BILLER'])))
  expect(await closed('ADMINISTRATOR')).toBe(true)
  expect(await closed('AUDITOR')).toBe(false)
  const open = await stepsOf(RUNS[name]!(await assistantFor([])))
  expect(await open('AUDITOR')).toBe(true)
  const auditors = await stepsOf(RUNS[name]!(await assistantFor(['AUDITOR'])))
  expect(await auditors('AUDITOR')).toBe(true)
})
