import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request, type ClientRequest, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { freePort } from '../../dev/ports.ts'
import { startService } from '../../dev/services.ts'
import { createApiKey } from '#platform/api-keys/create-api-key.ts'
import { createDatabase } from '../support/servers.ts'
import { createCentre, eventually, openTestPlatform } from '../workflows/support.ts'
import { processEnv } from '../support/process-env.ts'

/** Long enough for a loaded machine to observe the API during it. */
const DELAY_SECONDS = 5
/** After this time the API drops the remaining requests, as documented in api/main.ts. */
const DRAIN_MS = 10_000

test('an API that is stopped announces it, closes its port, and finishes requests in progress', async () => {
  await using stack = new AsyncDisposableStack()
  const database = stack.use(await createDatabase())
  const platform = stack.use(openTestPlatform(database))
  const { ctx } = await createCentre(platform, database)
  const { clientId, clientSecret } = await createApiKey(ctx, {
    name: 'Drain',
    scopes: ['bookings'],
  })
  const dir = mkdtempSync(path.join(tmpdir(), 'therapy-drain-'))
  stack.defer(() => rmSync(dir, { recursive: true, force: true }))
  const port = await freePort()
  const api = stack.use(
    await startService({
      name: 'api',
      entry: 'api/main.ts',
      port,
      logFile: path.join(dir, 'api.log'),
      env: {
        ...processEnv(database, path.join(dir, 'files')),
        STOP_DELAY_SECONDS: `${DELAY_SECONDS}`,
      },
      onSpawn: () => undefined,
    }),
  )
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  stack.defer(() => agent.destroy())
  const ask = (what: string, options: { agent?: Agent } = {}) =>
    answerTo(request({ host: '127.0.0.1', port, path: what, ...options }).end())

  expect((await ask('/readyz')).status).toBe(200)
  expect((await ask('/healthz', { agent })).headers.connection).toBe('keep-alive')
  const body = JSON.stringify({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  })
  const slow = request({
    host: '127.0.0.1',
    port,
    path: '/oauth/token',
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': body.length,
      expect: '100-continue',
    },
  })
  slow.write(body.slice(0, 20))
  const underWay = answerTo(slow)
  // The API has received it.
  await once(slow, 'continue')

  process.kill(api.pid, 'SIGTERM')
  const readiness = await eventually(async () => {
    const answer = await ask('/readyz')
    return answer.status === 503 && answer
  })
  expect(readiness.body).toMatchObject({
    status: 'stopping',
    dependencies: { database: 'ok' },
  })
  const stillServed = await ask('/healthz', { agent })
  expect(stillServed.status).toBe(200)
  expect(stillServed.headers.connection).toBe('close')
  // A connection made while the port closes is reset.
  await eventually(() =>
    ask('/healthz').then(
      () => false,
      (error: NodeJS.ErrnoException) => error.code === 'ECONNREFUSED',
    ),
  )
  slow.end(body.slice(20))
  const answer = await underWay
  const answeredAt = performance.now()
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({ token_type: 'Bearer' })
  expect(await api.exited).toBe('exit code 0')
  // A keep-alive connection would keep the process alive as long as requests are in progress.
  expect(performance.now() - answeredAt).toBeLessThan(DRAIN_MS)
})

interface Answer {
  status: number | undefined
  headers: IncomingMessage['headers']
  body: unknown
}

const answerTo = async (asked: ClientRequest): Promise<Answer> => {
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  const { statusCode: status, headers } = response
  return { status, headers, body: await json(response) }
}
