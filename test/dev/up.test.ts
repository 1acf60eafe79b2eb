import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'

import { root } from '../../dev/paths.ts'
import { identify } from '../../dev/processes.ts'
import { runGuides } from './run-guides.ts'
import { runQuickstart } from './run-quickstart.ts'
import { waitFor } from '../support/wait-for.ts'

interface Summary {
  api: string
  apis?: string[]
  temporalUi: string
  databaseUrl: string
  tenantId: string
  clientId: string
  clientSecret: string
  pids: { api: number[]; worker: number[]; postgres: number; temporal: number }
}

/** What the line for a second terminal sets. */
const VARIABLES = z.object({
  API: z.url(),
  CLIENT_ID: z.string().startsWith('key_'),
  CLIENT_SECRET: z.string().startsWith('sk_'),
  MAIL: z.url(),
  TEMPORAL_UI: z.url(),
})

const LIMIT = { timeout: 600_000 }
const dataDir = mkdtempSync(path.join(tmpdir(), 'therapy-dev-up-'))
const started: ChildProcess[] = []
afterAll(async () => {
  for (const it of started) if (it.exitCode === null && it.kill('SIGTERM')) await once(it, 'exit')
  rmSync(dataDir, { recursive: true, force: true })
})

function up(...args: string[]) {
  const REAL = /^(TEMPORAL_|DATABASE_URL|APP_DATABASE_URL|SYSTEM_DATABASE_URL)/
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !REAL.test(name)))
  const command = spawn(path.join(root, 'bin', 'up'), ['--data', dataDir, ...args], { env })
  started.push(command)
  const it = {
    command,
    said: '',
    exit: once(command, 'exit').then(([code]: (number | null)[]) => code),
    lines: createInterface(command.stdout)[Symbol.asyncIterator](),
  }
  command.stderr.on('data', (chunk) => (it.said += String(chunk)))
  return it
}

async function ready(it: ReturnType<typeof up>): Promise<Summary> {
  const { value, done } = await it.lines.next()
  if (done) throw new Error(`bin/up did not start:\n${it.said}`)
  return JSON.parse(value) as Summary
}

function stop(it: ReturnType<typeof up>, signal: NodeJS.Signals) {
  it.command.kill(signal)
  return it.exit
}

/** Written by a worker process and fetched from an API process: both keep files in the same place. */
async function archiveOfSomeChild({ api, clientId, clientSecret }: Summary) {
  const call = async <Body>(at: string, { token, body }: { token?: string; body?: object }) => {
    const response = await fetch(`${api}${at}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(response.ok, at).toBe(true)
    return (await response.json()) as Body
  }
  const { access_token: token } = await call<{ access_token: string }>('/oauth/token', {
    body: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
  })
  const children = await call<{ data: { id: string }[] }>('/v1/children?limit=1', { token })
  const body = { childId: children.data[0]!.id }
  const { id } = await call<{ id: string }>('/v1/person-exports', { token, body })
  await waitFor(async () =>
    expect(await call(`/v1/person-exports/${id}`, { token })).toMatchObject({ status: 'READY' }),
  )
  const link = await call<{ path: string }>(`/v1/person-exports/${id}/download-link`, {
    token,
    body: {},
  })
  return (await fetch(`${api}${link.path}`)).headers.get('content-type')
}

const all = ({ pids }: Summary) => [...pids.api, ...pids.worker, pids.postgres, pids.temporal]
const running = (summary: Summary) => all(summary).filter((pid) => identify(pid))

test(
  'bin/up --json says one line, serves until SIGTERM, and leaves nothing running',
  LIMIT,
  async () => {
    const it = up('--json', '--api', '2', '--worker', '2')
    const summary = await ready(it)
    expect(summary.pids.api).toHaveLength(2)
    expect(summary.pids.worker).toHaveLength(2)
    expect(running(summary)).toEqual(all(summary))
    for (const api of summary.apis ?? []) expect((await fetch(`${api}/healthz`)).status).toBe(200)
    expect((await fetch(summary.temporalUi)).status).toBe(200)
    const settings = await fetch(`${summary.temporalUi}/api/v1/settings`)
    // The sign-in's cookie is sent to the API's host alone.
    expect(new URL(summary.temporalUi).hostname).toBe(new URL(summary.api).hostname)
    const Endpoint = `${summary.api}/codec`
    expect(await settings.json()).toMatchObject({ Codec: { Endpoint, IncludeCredentials: true } })
    expect((await fetch(`${Endpoint}/sign-in`)).status).toBe(200)
    expect(await archiveOfSomeChild(summary)).toBe('application/zip')
    expect(statSync(path.join(dataDir, 'credentials.json')).mode & 0o777).toBe(0o600)
    expect(readFileSync(path.join(dataDir, 'env'), 'utf8')).toContain("APP_DATABASE_URL='postgres")

    expect(await stop(it, 'SIGTERM')).toBe(0)
    expect(running(summary)).toEqual([])
    expect((await it.lines.next()).done).toBe(true)
  },
)

test(
  'a start that was killed is taken over by the next, with the same data and key',
  LIMIT,
  async () => {
    const killed = up('--json')
    const before = await ready(killed)
    await stop(killed, 'SIGKILL')
    expect(running(before)).not.toEqual([])

    const next = up('--json')
    const after = await ready(next)
    expect(running(before)).toEqual([])
    expect(after).toMatchObject({
      tenantId: before.tenantId,
      clientId: before.clientId,
      clientSecret: before.clientSecret,
    })
    const second = up('--json')
    expect(await second.exit).toBe(1)
    expect(second.said).toContain('already runs on')

    expect(await stop(next, 'SIGTERM')).toBe(0)
    expect(next.said).toContain('An earlier start was killed')
    expect(running(after)).toEqual([])
  },
)

test('a signal while it is still starting stops what has come up so far', LIMIT, async () => {
  const it = up('--json')
  await waitFor(() => expect(it.said).toContain('PostgreSQL'))
  expect(await stop(it, 'SIGTERM')).toBe(0)
  const { processes } = JSON.parse(readFileSync(path.join(dataDir, 'run.json'), 'utf8')) as {
    processes: unknown[]
  }
  expect(processes).toEqual([])
})

test(
  'the demo fits one screen, and the quickstart and the guides run beside it',
  { timeout: 420_000 },
  async () => {
    const demoDir = mkdtempSync(path.join(dataDir, 'demo-'))
    const it = up('--data', demoDir)
    const printed: string[] = []
    for await (const line of it.lines) {
      if (printed.length > 0 || line.startsWith('Ready in')) printed.push(line)
      if (line.includes('Ctrl-C')) break
    }
    const text = printed.join('\n')
    expect(printed.length, text).toBeLessThanOrEqual(32)
    expect(text).toContain('signature verified by the receiver')
    expect(text).toMatch(/^Its e-mail: Booked: /m)
    expect(text).toMatch(
      /^Asked of its documents: .*\n {2}You can cancel .* 24 hours .* \(cancellations\.md\)$/m,
    )
    expect(text).toMatch(/\d+\.\d\d USD/)
    expect(text).not.toMatch(/null|localhost/)
    // What it offers to paste works.
    const [, command = ''] = /^Book the next one\n([^]*)\nLogs: /m.exec(text) ?? []
    const { stdout } = await promisify(execFile)('sh', ['-c', command])
    expect(stdout).toMatch(/^HTTP\/1\.1 201 /m)
    const [, operator = ''] = /payloads: bin\/therapy (.*), then/.exec(text) ?? []
    const therapy = path.join(root, 'bin', 'therapy')
    const shown = await promisify(execFile)(therapy, ['--data', demoDir, ...operator.split(' ')])
    expect(shown.stdout).toMatch(/^token +ey/m)

    const exported = printed.find((line) => line.startsWith('export ')) ?? ''
    const variables = VARIABLES.parse(
      Object.fromEntries(exported.split(' ').map((it) => it.split('='))),
    )
    const quickstart = await runQuickstart(variables)
    expect(quickstart.receiver).toMatch(
      /^verified booking\.created (apt_\w+)\nverified booking\.cancelled \1\n$/,
    )
    expect(quickstart.missing).toEqual([])
    // By day, at the place: the demo's providers have hours.
    const whole =
      /^CONFIRMED (apt_\w+) .*T(?:09|1[0-7]):.*\nverified booking\.created \1\ninvitation .*\nreminder-48h .* SCHEDULED\n/
    expect(quickstart.node).toMatch(whole)
    expect(quickstart.python ?? quickstart.node).toMatch(whole)
    const missing = await runGuides({ ...variables, dataDir: demoDir })
    expect(missing).toEqual([])
    expect(await stop(it, 'SIGTERM')).toBe(0)
  },
)
