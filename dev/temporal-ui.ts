/** The development server's UI, so that it sends the operator's cookie to the codec endpoint. */
import { once } from 'node:events'
import { createServer } from 'node:http'

import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { proxy } from 'hono/proxy'

interface UiSettings {
  Codec?: { Endpoint: string; IncludeCredentials: boolean }
}

/**
 * `temporal server start-dev` takes a codec endpoint and has no option for what the UI of a
 * deployment gets by TEMPORAL_CODEC_INCLUDE_CREDENTIALS=true. This is a proxy before it that sets the same.
 */
export async function startTemporalUi(port: number, target: string): Promise<AsyncDisposable> {
  const app = new Hono()
  app.get('/api/v1/settings', async (c) => {
    const settings = (await (await fetch(`${target}/api/v1/settings`)).json()) as UiSettings
    if (settings.Codec?.Endpoint) settings.Codec.IncludeCredentials = true
    return c.json(settings)
  })
  app.all('*', (c) => {
    const { pathname, search } = new URL(c.req.url)
    return proxy(`${target}${pathname}${search}`, c.req)
  })
  app.onError((_error, c) => c.text('The Temporal server does not answer.', 502))
  const serve = getRequestListener(app.fetch)
  const server = createServer((incoming, outgoing) => void serve(incoming, outgoing))
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
