import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { VARIABLES, type ProcessName } from '#registry/environment/variables.ts'
import { readConfig } from '../../api/config.ts'

const page = await readFile(new URL('../../docs/configuration.md', import.meta.url), 'utf8')
const DECLARED = Object.entries<{ meaning: string; usual?: string; [process: string]: unknown }>(
  VARIABLES,
)

/** `yes`, or the only command that reads it. */
const taken = (variable: object, process: ProcessName) => (process in variable ? 'yes' : '')
const takenByCli = (variable: object) =>
  'cli' in variable ? 'yes' : 'migrate' in variable ? '`migrate`' : ''

const defaultOf = (variable: object): string => {
  const schema = Object.values(variable).find((it) => it instanceof z.ZodType)!
  const { success, data } = schema.safeParse(undefined)
  if (!success) return ''
  const isNone = data === undefined || data === 'none' || (Array.isArray(data) && data.length === 0)
  return isNone ? 'none' : `\`${data as string | number | boolean}\``
}

test('docs/configuration.md matches the declarations: processes, default and meaning of each variable', () => {
  const rows = DECLARED.map(([name, { meaning, usual, ...variable }]) =>
    [
      `\`${name}\``,
      taken(variable, 'api'),
      taken(variable, 'worker'),
      takenByCli(variable),
      usual ?? defaultOf(variable),
      meaning,
    ]
      .map((cell) => ` ${cell} `.replace(/^ {2}$/, ' '))
      .join('|'),
  ).map((row) => `|${row}|`)
  const written = page.split('\n').filter((line) => /^\| `(?!TEMPORAL_)/.test(line))
  const table = written.slice(
    0,
    written.indexOf(written.find((it) => it.includes('TRACEPARENT'))!) + 1,
  )
  expect(table).toEqual(rows)
})

describe('proxies in front of the API', () => {
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
    'are optional on %s, which is unreachable from outside',
    (host) => {
      expect(ranges(host)).toEqual([])
    },
  )

  test.each(['0.0.0.0', '::', '10.0.0.7', '192.0.2.1', 'api.internal', '::ffff:10.0.0.7', ''])(
    "must be named on '%s'",
    (host) => {
      expect(() => ranges(host)).toThrow(/TRUSTED_PROXY_RANGES is required because HOST is/)
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

  test('are missing, so the API does not start', () => {
    const { status, stderr } = spawnSync(process.execPath, ['api/main.ts'], {
      env: { ...complete, HOST: '0.0.0.0', PATH: process.env['PATH'] },
      encoding: 'utf8',
    })
    expect(status).toBe(1)
    expect(stderr).toContain('TRUSTED_PROXY_RANGES')
  })
})
