/** Serves the development server's UI so that it sends the operator's cookie to the codec endpoint. */
import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'

interface UiSettings {
  Codec?: { Endpoint: string; IncludeCredentials: boolean }
}

/**
 * `temporal server start-dev` accepts a codec endpoint but has no equivalent of
 * TEMPORAL_CODEC_INCLUDE_CREDENTIALS=true, which deployments of the UI use. This proxy sets it.
 */
export async function startTemporalUi(port: number, target: string): Promise<AsyncDisposable> {
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === '/api/v1/settings') void answerSettings(target, outgoing)
    else forward(target, incoming, outgoing)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    async [Symbol.asyncDispose]() {
      if (!server.listening) return
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function answerSettings(target: string, outgoing: ServerResponse): Promise<void> {
  try {
    const settings = (await (await fetch(`${target}/api/v1/settings`)).json()) as UiSettings
    if (settings.Codec?.Endpoint) settings.Codec.IncludeCredentials = true
    const body = JSON.stringify(settings)
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end(body)
  } catch {
    refuse(outgoing)
  }
}

/** Forwards bytes unchanged in both directions. A browser that disconnects ends it silently. */
function forward(target: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { host: _, ...headers } = incoming.headers
  const url = new URL(incoming.url ?? '/', target)
  const asked = request(url, { method: incoming.method, headers })
  asked.on('response', (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    pipeline(answer, outgoing, () => undefined)
  })
  asked.on('error', () => refuse(outgoing))
  outgoing.on('close', () => asked.destroy())
  pipeline(incoming, asked, () => undefined)
}

function refuse(outgoing: ServerResponse): void {
  if (outgoing.headersSent) return void outgoing.destroy()
  outgoing.writeHead(502, { 'content-type': 'text/plain' })
  outgoing.end('The Temporal server does not answer.')
}
