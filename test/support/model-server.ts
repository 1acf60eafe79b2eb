/** A server with the OpenAI and Anthropic interfaces over real HTTP, scripted by a test. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

/** The request to a model. */
export interface Asked {
  system: string
  prompt: string
  /** In the notation of the interface. */
  messages: Record<string, unknown>[]
  /** Names of the offered tools. */
  tools: string[]
  path: string
  headers: IncomingMessage['headers']
  body: Record<string, unknown>
}

/** Its response: a text, or a failure. */
export type Reply =
  | { text: string; pieces?: number; pauseMs?: number; stop?: string; usage?: Usage }
  | { status: number; headers?: Record<string, string> }
  | { tool: string; input?: object | string }
  /** A number of calls of one tool in one turn. */
  | { tool: string; times: number }
  | 'HANG'
  | 'BROKEN'
  | 'ENDLESS'
  | 'OVERSIZE'
  | 'DROPPED'
  | 'NO_SSE'

/** The tokens that the OpenAI interface reports, as JSON: also what no model can have used. */
interface Usage {
  prompt_tokens: unknown
  completion_tokens: unknown
}

type Script = (asked: Asked) => Reply | Promise<Reply>

export interface ModelServer extends AsyncDisposable {
  /** `host:port`, for the list of the operator. */
  host: string
  /** Base URL of the OpenAI interface; Anthropic's is the origin. */
  url: string
  origin: string
  asked: Asked[]
  /** Calls aborted by the client before the response was complete. */
  aborted: () => number
  reply: (script: Script) => void
}

export const startModelServer = async (): Promise<ModelServer> => {
  const asked: Asked[] = []
  let script: Script = () => ({ text: 'OK' })
  let aborted = 0
  const server = createServer((request, response) => {
    response.on('close', () => {
      if (!response.writableEnded) aborted += 1
    })
    void answer(request, response)
  })
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const call = read(request, (await json(request)) as Record<string, unknown>)
    asked.push(call)
    await write(response, call.path.endsWith('/messages') ? ANTHROPIC : OPENAI, await script(call))
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    url: `http://${host}/v1`,
    origin: `http://${host}`,
    asked,
    aborted: () => aborted,
    reply: (next) => {
      script = next
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

interface Message {
  role: string
  content: string | { text: string }[]
}

const textOf = ({ content }: Message): string =>
  typeof content === 'string' ? content : content.map(({ text }) => text).join('')

const read = ({ url = '', headers }: IncomingMessage, body: Record<string, unknown>): Asked => {
  const messages = (body['messages'] ?? []) as Message[]
  const system = body['system'] as Message['content'] | undefined
  const of = (role: string) =>
    messages
      .filter((message) => message.role === role)
      .map(textOf)
      .join('\n')
  return {
    system: system === undefined ? of('system') : textOf({ role: 'system', content: system }),
    prompt: of('user'),
    messages: messages as unknown as Record<string, unknown>[],
    tools: ((body['tools'] ?? []) as { name?: string; function?: { name: string } }[]).map(
      (tool) => tool.function?.name ?? tool.name ?? '',
    ),
    path: url,
    headers,
    body,
  }
}

/** How an interface streams its events. */
interface Wire {
  begin: () => string
  piece: (text: string) => string
  /** Calls a tool; its input arrives in two parts. */
  tool: (name: string, input: string) => string
  end: (stop: string, index?: number, usage?: Usage) => string
}

const event = (data: object) => `data: ${JSON.stringify(data)}\n\n`
const named = (type: string, data: object) => `event: ${type}\n${event({ type, ...data })}`

const halves = (text: string): [string, string] => {
  const middle = Math.ceil(text.length / 2)
  return [text.slice(0, middle), text.slice(middle)]
}

const chunk = (delta: object, finish: string | null = null) =>
  event({
    id: 'c1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'scripted',
    choices: [{ index: 0, delta, finish_reason: finish }],
  })

const OPENAI: Wire = {
  begin: () => chunk({ role: 'assistant', content: '' }),
  piece: (text) => chunk({ content: text }),
  tool: (name, input) => {
    const [first, second] = halves(input)
    return (
      chunk({
        tool_calls: [
          { index: 0, id: 't1', type: 'function', function: { name, arguments: first } },
        ],
      }) +
      chunk({ tool_calls: [{ index: 0, function: { arguments: second } }] }) +
      OPENAI.end('tool_calls')
    )
  },
  end: (stop, _, usage = { prompt_tokens: 100, completion_tokens: 20 }) =>
    chunk({}, stop === 'end' ? 'stop' : stop) +
    event({
      id: 'c1',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'scripted',
      choices: [],
      usage: { ...usage, total_tokens: 120 },
    }) +
    'data: [DONE]\n\n',
}

const ANTHROPIC: Wire = {
  begin: () =>
    named('message_start', {
      message: {
        id: 'm1',
        type: 'message',
        role: 'assistant',
        model: 'scripted',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 100, output_tokens: 1 },
      },
    }) + named('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
  piece: (text) => named('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
  tool: (name, input) =>
    named('content_block_stop', { index: 0 }) +
    named('content_block_start', {
      index: 1,
      content_block: { type: 'tool_use', id: 't1', name, input: {} },
    }) +
    halves(input)
      .map((partial_json) =>
        named('content_block_delta', {
          index: 1,
          delta: { type: 'input_json_delta', partial_json },
        }),
      )
      .join('') +
    ANTHROPIC.end('tool_use', 1),
  end: (stop, index = 0) =>
    named('content_block_stop', { index }) +
    named('message_delta', {
      delta: { stop_reason: stop === 'end' ? 'end_turn' : stop, stop_sequence: null },
      usage: { output_tokens: 20 },
    }) +
    named('message_stop', {}),
}

/** As in OpenAI's format: one chunk with all of them. */
const manyCalls = ({ tool, times }: { tool: string; times: number }): string => {
  const calls = Array.from({ length: times }, (_, index) => ({
    index,
    id: `t${index}`,
    type: 'function',
    function: { name: tool, arguments: '{}' },
  }))
  return chunk({ tool_calls: calls }) + OPENAI.end('tool_calls')
}

const write = async (response: ServerResponse, wire: Wire, reply: Reply): Promise<void> => {
  if (reply === 'HANG') return
  if (typeof reply === 'object' && 'status' in reply) {
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
    response.end(JSON.stringify({ error: { message: 'Scripted secret detail', type: 'scripted' } }))
    return
  }
  if (reply === 'NO_SSE') {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end('<h1>Welcome</h1>')
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(wire.begin())
  if (reply === 'BROKEN') return void response.end('data: {"choices": [{"delta": \n\n')
  if (reply === 'OVERSIZE') return void response.end(wire.piece('x'.repeat(4 * 1024 * 1024)))
  if (reply === 'DROPPED') {
    response.write(wire.piece('{"claims'))
    return void setTimeout(() => response.destroy(), 20)
  }
  if (reply === 'ENDLESS') {
    while (!response.destroyed) {
      response.write(wire.piece(' and on'))
      await pause(1)
    }
    return
  }
  if ('times' in reply) return void response.end(manyCalls(reply))
  if ('tool' in reply) {
    const { tool, input = {} } = reply
    return void response.end(
      wire.tool(tool, typeof input === 'string' ? input : JSON.stringify(input)),
    )
  }
  const { text, pieces = 3, pauseMs = 0, stop = 'end', usage } = reply
  const size = Math.max(1, Math.ceil(text.length / pieces))
  for (let from = 0; from < text.length && !response.destroyed; from += size) {
    response.write(wire.piece(text.slice(from, from + size)))
    if (pauseMs > 0) await pause(pauseMs)
  }
  response.end(wire.end(stop, undefined, usage))
}
