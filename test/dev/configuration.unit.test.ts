import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { ApiEnvironment, readConfig } from '../../api/config.ts'
import { WorkerEnvironment } from '../../worker/config.ts'

const page = await readFile(new URL('../../docs/configuration.md', import.meta.url), 'utf8')
const rows = new Map(
  [...page.matchAll(/^\| `(?!TEMPORAL_)(\w+)`[^|]*\|([^|]*)\|([^|]*)\|/gm)].map(
    ([, name, api, worker]) => [
      name,
      { api: api?.trim() === 'yes', worker: worker?.trim() === 'yes' },
    ],
  ),
)

test.each([
  ['api', ApiEnvironment],
  ['worker', WorkerEnvironment],
] as const)(
  'docs/configuration.md names the variables that the %s reads, and no others',
  (process, schema) => {
    const documented = [...rows].filter(([, readers]) => readers[process]).map(([name]) => name)
    expect(new Set(documented)).toEqual(new Set(Object.keys(schema.shape)))
  },
)

describe('the proxies in front of the API', () => {
  const complete = {
    APP_DATABASE_URL: 'postgresql://app@127.0.0.1/therapy',
    SYSTEM_DATABASE_URL: 'postgresql://system@127.0.0.1/therapy',
    ENCRYPTION_KEYS: 'k1:x',
    FILES_LOCATION: '/files',
  }
  const ranges = (HOST: string, TRUSTED_PROXY_RANGES?: string) =>
    readConfig({ ...complete, HOST, ...(TRUSTED_PROXY_RANGES && { TRUSTED_PROXY_RANGES }) })
      .trustedProxyRanges

  test.each(['127.0.0.1', '127.8.8.8', '::1', 'localhost', '::ffff:127.0.0.1'])(
    'need not be named on %s, which nothing outside this machine reaches',
    (host) => {
      expect(ranges(host)).toEqual([])
    },
  )

  test.each(['0.0.0.0', '::', '10.0.0.7', '192.0.2.1', 'api.internal', '::ffff:10.0.0.7', ''])(
    "must be named on '%s'",
    (host) => {
      expect(() => ranges(host)).toThrow(/TRUSTED_PROXY_RANGES: HOST is/)
      expect(ranges(host, 'none')).toEqual([])
      expect(ranges(host, '10.0.0.0/8, fd00::/8')).toEqual(['10.0.0.0/8', 'fd00::/8'])
    },
  )

  test.each(['10.0.0.1', 'none,10.0.0.0/8', '10.0.0.0/8,', 'loadbalancer'])(
    "cannot be '%s'",
    (wrong) => {
      expect(() => ranges('0.0.0.0', wrong)).toThrow(/TRUSTED_PROXY_RANGES: must be `none` or CIDR/)
    },
  )

  test('are missing: the API does not start', { timeout: 30_000 }, () => {
    const { status, stderr } = spawnSync(process.execPath, ['api/main.ts'], {
      env: { ...complete, HOST: '0.0.0.0', PATH: process.env['PATH'] },
      encoding: 'utf8',
    })
    expect(status).toBe(1)
    expect(stderr).toContain('TRUSTED_PROXY_RANGES')
  })
})
