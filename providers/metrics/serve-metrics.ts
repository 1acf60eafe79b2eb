import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Registry } from 'prom-client'

// An import of node:http would also load Node's fetch and WebSocket, which take 14 MB.
const { createServer } = process.getBuiltinModule('node:http')

export interface MetricsServerOptions {
  host: string
  port: number
  /** Appended to the registry's own metrics: those of another library in this process. */
  alsoAnswer?: () => Promise<string>
}

/** Serves a process's `/metrics` (Prometheus) and `/healthz` on a separate port that clients cannot reach. */
export const serveMetrics = async (
  registry: Registry,
  { host, port, alsoAnswer }: MetricsServerOptions,
): Promise<AsyncDisposable & { port: number }> => {
  const metrics = async () => (await registry.metrics()) + ((await alsoAnswer?.()) ?? '')
  const answer = async (path: string | undefined): Promise<[number, string, string]> => {
    if (path === '/healthz') return [200, 'application/json', '{"status":"ok"}']
    if (path === '/metrics') return [200, registry.contentType, await metrics()]
    return [404, 'text/plain', 'not found']
  }
  const server = createServer((request, response) => {
    answer(request.url)
      .catch((): [number, string, string] => [503, 'text/plain', 'service_unavailable'])
      .then(([status, type, body]) => {
        response.writeHead(status, { 'content-type': type }).end(body)
      })
      .catch(() => response.destroy())
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
