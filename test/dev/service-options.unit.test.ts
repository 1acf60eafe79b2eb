/** Both mains as real processes: the options their platform is opened with. No server is needed. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { root } from '../../dev/paths.ts'
import { NODE_FLAGS, PROCESS_ENV } from '../../dev/services.ts'

/** Compiling and loading takes seconds, longer on a busy machine. */
const SLOW = { timeout: 600_000 }

const ENVIRONMENT = {
  APP_DATABASE_URL: 'postgresql://app:secret@127.0.0.1:9/therapy',
  SYSTEM_DATABASE_URL: 'postgresql://system:secret@127.0.0.1:9/therapy',
  ENCRYPTION_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
  FILES_LOCATION: '/tmp',
  PORT: '0',
  DATABASE_POOL_SIZE: '7',
  WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8',
  WEBHOOK_NAME_SERVERS: '127.0.0.1:5353',
  AI_MODEL_HOSTS: 'models.example:8443',
  AI_MODEL_RANGES: '127.0.0.0/8,::1/128',
  EMBEDDINGS: 'http://127.0.0.1:9/v1?model=none',
  EMBEDDINGS_PREVIOUS: 'http://127.0.0.1:9/v1?model=before',
  TEMPORAL_ADDRESS: '127.0.0.1:9',
  LOG_LEVEL: 'debug',
}

const GIVEN = {
  appUrl: 'given',
  systemUrl: 'given',
  poolSize: 7,
  encryptionKeys: 'given',
  filesLocation: 'given',
  scanner: 'given',
  geocoder: 'given',
  licenseRegistry: 'given',
  paymentGateway: 'given',
  embedder: 'given',
  previousEmbedder: 'given',
  webhookAllowedRanges: ['127.0.0.0/8'],
  webhookNameServers: ['127.0.0.1:5353'],
  modelHosts: ['models.example:8443'],
  modelRanges: ['127.0.0.0/8', '::1/128'],
  onEffectFailed: 'given',
  onIdleError: 'given',
}

/** The text of `platform opened`, and everything logged before it. */
const started = async (entry: string) => {
  const env = { ...PROCESS_ENV, PATH: process.env['PATH'], ...ENVIRONMENT }
  const main = spawn(process.execPath, [...NODE_FLAGS, entry], { cwd: root, env })
  const said: string[] = []
  main.stdout.resume()
  try {
    for await (const line of createInterface(main.stderr)) {
      said.push(line)
      if (!line.includes('platform opened')) continue
      const { options } = JSON.parse(line) as { options: Record<string, unknown> }
      return { options, said: said.join('\n') }
    }
    throw new Error(`${entry} opened no platform:\n${said.join('\n')}`)
  } finally {
    main.kill('SIGKILL')
  }
}

test('the API and the worker open their platforms with the same options', SLOW, async () => {
  const [api, worker] = await Promise.all([started('api/main.ts'), started('worker/main.ts')])
  expect(api.options).toEqual({ ...GIVEN, worksOnBatches: false })
  expect(worker.options).toEqual({ ...GIVEN, worksOnBatches: true })
  for (const { said } of [api, worker]) expect(said).not.toMatch(/secret|AAAAAAA/)
})
