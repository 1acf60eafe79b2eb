/** An API process and a worker process as deployed, for what only processes can show. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Client } from '@temporalio/client'
import { freePort } from '../../dev/ports.ts'
import { startService } from '../../dev/services.ts'
import { createApiKey } from '#platform/api-keys/create-api-key.ts'
import type { OpenPlatform } from '#platform/core/context/platform.ts'
import { SCOPES } from '#platform/core/access/permissions.ts'
import { createTemporalClient } from '../../providers/temporal/index.ts'
import { SCHEDULES } from '../../worker/schedules.ts'
import { createDatabase, temporalAddress, type TestDatabase } from '../support/servers.ts'
import {
  createCentre,
  createNamespace,
  openTestPlatform,
  type Centre,
} from '../workflows/support.ts'
import { processEnv } from '../support/process-env.ts'

interface Answer<Body> {
  status: number
  headers: Headers
  body: Body
}

export interface Processes extends AsyncDisposable {
  database: TestDatabase
  platform: OpenPlatform
  centre: Centre
  /** Of the API. */
  url: string
  token: string
  clientSecret: string
  call: <Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
  ) => Promise<Answer<Body>>
  /** Of the worker's Temporal. */
  temporal: Client
  /** The text of /metrics. */
  metrics: (process: 'api' | 'worker') => Promise<string>
  /** The output of the process so far. */
  log: (process: 'api' | 'worker') => string
}

export const startProcesses = async (variables: NodeJS.ProcessEnv): Promise<Processes> => {
  await using starting = new AsyncDisposableStack()
  const database = starting.use(await createDatabase())
  const platform = starting.use(openTestPlatform(database))
  const centre = await createCentre(platform, database)
  const key = await createApiKey(centre.ctx, { name: 'Test', scopes: [...SCOPES] })
  const address = temporalAddress()
  const namespace = await createNamespace(address)
  const { keys } = platform.cipher
  const temporal = starting.use(createTemporalClient({ connection: { address }, namespace, keys }))
  // Schedules would continue as long as the run's server.
  starting.defer(async () => {
    for (const { id } of SCHEDULES) {
      const schedule = temporal.client.schedule.getHandle(id)
      await schedule.delete().catch(() => undefined)
    }
  })
  const dir = mkdtempSync(path.join(tmpdir(), 'therapy-observed-'))
  starting.defer(() => rmSync(dir, { recursive: true, force: true }))

  const [port, apiMetrics, workerMetrics] = [await freePort(), await freePort(), await freePort()]
  const env = {
    ...processEnv(database, path.join(dir, 'files')),
    TEMPORAL_NAMESPACE: namespace,
    WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8',
    ...variables,
  }
  const start = (name: 'api' | 'worker', metricsPort: number, options: { port?: number } = {}) =>
    startService({
      name,
      entry: `${name}/main.ts` as const,
      env,
      metricsPort,
      logFile: path.join(dir, `${name}.log`),
      onSpawn: () => undefined,
      ...options,
    })
  starting.use(await start('api', apiMetrics, { port }))
  starting.use(await start('worker', workerMetrics))

  const url = `http://127.0.0.1:${port}`
  const issued = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      grant_type: 'client_credentials',
      client_id: key.clientId,
      client_secret: key.clientSecret,
    }),
  })
  const { access_token: token } = (await issued.json()) as { access_token: string }
  const stack = starting.move()
  return {
    database,
    platform,
    centre,
    url,
    token,
    clientSecret: key.clientSecret,
    temporal: temporal.client,
    async call<Body>(method: string, at: string, body?: unknown): Promise<Answer<Body>> {
      const response = await fetch(`${url}${at}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const answer = (await response.json()) as Body
      return { status: response.status, headers: response.headers, body: answer }
    },
    async metrics(name) {
      const metricsPort = name === 'api' ? apiMetrics : workerMetrics
      return (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    },
    log: (name) => readFileSync(path.join(dir, `${name}.log`), 'utf8'),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
