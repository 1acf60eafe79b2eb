import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import { waitFor } from '../support/wait-for.ts'
import { all, clientOf, ready, running, startUps, stop, type Summary } from './start-up.ts'

const LIMIT = { timeout: 600_000 }
const { dataDir, up } = startUps()

/** Written by a worker and fetched from the API: both keep files in the same place. */
async function archiveOfSomeChild(summary: Summary) {
  const call = await clientOf(summary)
  const children = await call<{ data: { id: string }[] }>('/v1/children?limit=1')
  const body = { childId: children.data[0]!.id }
  const { id } = await call<{ id: string }>('/v1/person-exports', body)
  await waitFor(async () =>
    expect(await call(`/v1/person-exports/${id}`)).toMatchObject({ status: 'READY' }),
  )
  const link = await call<{ path: string }>(`/v1/person-exports/${id}/download-link`, {})
  return (await fetch(`${summary.api}${link.path}`)).headers.get('content-type')
}

test(
  'bin/up --json prints one line, serves until SIGTERM, and leaves nothing running',
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
    // The sign-in cookie is sent only to the host of the API.
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

test('the next start takes over from a killed one, with the same data and key', LIMIT, async () => {
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
  expect(second.said).toContain('is already running on')

  expect(await stop(next, 'SIGTERM')).toBe(0)
  expect(next.said).toContain('An earlier start was killed')
  expect(running(after)).toEqual([])
})

test('a signal during the start stops what is already running', LIMIT, async () => {
  const it = up('--json')
  await waitFor(() => expect(it.said).toContain('PostgreSQL'))
  expect(await stop(it, 'SIGTERM')).toBe(0)
  const { processes } = JSON.parse(readFileSync(path.join(dataDir, 'run.json'), 'utf8')) as {
    processes: unknown[]
  }
  expect(processes).toEqual([])
})
