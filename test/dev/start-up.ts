/** `bin/up` with data in a separate folder. Whatever still runs at the end of a file is stopped. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

import { afterAll } from 'vitest'

import { root } from '../../dev/paths.ts'

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
