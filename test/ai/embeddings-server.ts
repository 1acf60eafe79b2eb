import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** Words with the same meaning, each group one component of a vector. */
const MEANINGS = [
  ['dog', 'puppy', 'canine', 'hund'],
  ['cost', 'price', 'fee', 'expensive'],
  ['car', 'vehicle', 'automobile'],
  ['ill', 'sick', 'fever'],
]

/** A service with the OpenAI interface that knows a few words. `answer` sets its next response. */
export const startEmbeddingsServer = async () => {
  const state = { status: 200, texts: [] as string[], keys: new Set<string | undefined>() }
  const reply = async (request: IncomingMessage, response: ServerResponse) => {
    const { input } = (await json(request)) as { input: string | string[] }
    const texts = [input].flat()
    state.keys.add(request.headers.authorization)
    response.writeHead(state.status, { 'content-type': 'application/json' })
    if (state.status !== 200) return response.end(JSON.stringify({ error: { message: 'Away.' } }))
    state.texts.push(...texts)
    const data = texts.map((text, index) => ({
      object: 'embedding',
      index,
      embedding: vectorOf(text),
    }))
    return response.end(JSON.stringify({ object: 'list', model: 'known-words', data }))
  }
  const server = createServer((request, response) => void reply(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1?model=known-words`,
    state,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const vectorOf = (text: string): number[] => {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const counts = MEANINGS.map((group) => words.filter((word) => group.includes(word)).length)
  return [...counts, 0.1]
}
