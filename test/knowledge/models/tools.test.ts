import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createChatModels } from '#providers/ai/create-chat-models.ts'
import type { ChatModels, ChatRequest } from '#providers/ai/chat-models.ts'
import { startModelServer, type ModelServer } from '../../support/model-server.ts'

let server: ModelServer
let models: ChatModels

beforeAll(async () => {
  server = await startModelServer()
  models = createChatModels({
    hosts: [server.host],
    allowedRanges: ['127.0.0.0/8'],
    now: () => new Date(),
  })
})
afterAll(() => server[Symbol.asyncDispose]())

const FIND_SLOTS = {
  name: 'find_slots',
  description: 'Free times of a provider.',
  parameters: { type: 'object', properties: { week: { type: 'integer' } }, required: ['week'] },
}

describe.each([
  ['OPENAI_COMPATIBLE', () => server.url],
  ['ANTHROPIC', () => server.origin],
] as const)('tools with the interface %s', (provider, url) => {
  const ask = (more: Partial<ChatRequest> = {}) =>
    models.ask({
      provider,
      baseUrl: url(),
      model: 'scripted',
      key: null,
      timeoutMs: 60_000,
      maxTokens: 100,
      temperature: null,
      system: 'You find times.',
      messages: [{ role: 'USER', text: 'When can Ada come?' }],
      tools: [FIND_SLOTS],
      ...more,
    })

  test('are offered, called, and answered', async () => {
    server.reply(() => ({ tool: 'find_slots', input: { week: 48 } }))
    const first = await ask()
    expect(server.asked.at(-1)!.tools).toEqual(['find_slots'])
    expect(first).toMatchObject({
      failure: null,
      text: '',
      toolCalls: [{ id: 't1', name: 'find_slots', input: { week: 48 } }],
      inputTokens: 100,
      outputTokens: 20,
    })

    server.reply(() => ({ text: 'On Monday at 9.' }))
    const second = await ask({
      messages: [
        { role: 'USER', text: 'When can Ada come?' },
        { role: 'MODEL', text: first.text, toolCalls: first.toolCalls },
        { role: 'TOOL', callId: 't1', name: 'find_slots', text: '{"starts":["Monday 9:00"]}' },
      ],
    })
    expect(second).toMatchObject({ failure: null, text: 'On Monday at 9.', toolCalls: [] })
    const said = JSON.stringify(server.asked.at(-1)!.messages)
    expect(said).toContain('Monday 9:00')
    expect(said).toContain('t1')
  })

  test('are refused if they were not offered', async () => {
    server.reply(() => ({ tool: 'find_slots', input: { week: 48 } }))
    expect(await ask({ tools: [] })).toMatchObject({ failure: 'invalid_answer', toolCalls: [] })
  })

  test('are refused if the arguments are not a JSON object', async () => {
    server.reply(() => ({ tool: 'find_slots', input: 'the week after next' }))
    const { failure, toolCalls } = await ask()
    expect(failure).toBeNull()
    expect(toolCalls).toMatchObject([{ name: 'find_slots', input: null }])
  })

  test('are refused if a response has too many calls', async () => {
    server.reply(() => ({ tool: 'find_slots', input: { week: 'x'.repeat(70 * 1024) } }))
    expect(await ask()).toMatchObject({ failure: 'answer_too_large' })
  })
})
