/** `bin/up` with data in a separate folder. Whatever still runs at the end of a file is stopped. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

import { afterAll, expect } from 'vitest'

import { root } from '../../dev/paths.ts'
import { identify } from '../../dev/processes.ts'

/** Where the platforms of a file keep their data. */
export const startUps = () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'therapy-dev-up-'))
  const started: ChildProcess[] = []
  afterAll(async () => {
    for (const it of started) if (it.exitCode === null && it.kill('SIGTERM')) await once(it, 'exit')
    rmSync(dataDir, { recursive: true, force: true })
  })
  const up = (...args: string[]) => {
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
  return { dataDir, up }
}

export type StartUp = ReturnType<ReturnType<typeof startUps>['up']>

export const stop = (it: StartUp, signal: NodeJS.Signals) => {
  it.command.kill(signal)
  return it.exit
}

/** The line that `bin/up --json` prints. */
export interface Summary {
  api: string
  apis?: string[]
  temporalUi: string
  temporalAddress: string
  tenantId: string
  clientId: string
  clientSecret: string
  pids: {
    api: number[]
    worker: number[]
    postgres: number
    temporal: number | Record<string, number>
  }
}

export const ready = async (it: StartUp): Promise<Summary> => {
  const { value, done } = await it.lines.next()
  if (done) throw new Error(`bin/up did not start:\n${it.said}`)
  return JSON.parse(value) as Summary
}

export const all = ({ pids: { api, worker, postgres, temporal } }: Summary): number[] => [
  ...api,
  ...worker,
  postgres,
  ...(typeof temporal === 'number' ? [temporal] : Object.values(temporal)),
]

export const running = (summary: Summary) => all(summary).filter((pid) => identify(pid))

/** Calls the API as the demo centre: a POST if there is a body. */
export const clientOf = async ({ api, clientId, clientSecret }: Summary) => {
  const send = async <Body>(at: string, token: string | undefined, body?: object) => {
    const response = await fetch(`${api}${at}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(response.ok, at).toBe(true)
    return (await response.json()) as Body
  }
  const { access_token: token } = await send<{ access_token: string }>('/oauth/token', undefined, {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  })
  return <Body>(at: string, body?: object) => send<Body>(at, token, body)
}
