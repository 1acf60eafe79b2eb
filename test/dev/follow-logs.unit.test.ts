import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Writable } from 'node:stream'
import { expect, test } from 'vitest'

import { followLogs } from '../../dev/follow-logs.ts'
import { waitFor } from '../support/wait-for.ts'

const line = (level: string, msg: string) =>
  `${JSON.stringify({ level, time: '2026-11-21T18:27:01.276Z', process: 'api', operation: 'createAppointment', msg })}\n`

class Screen extends Writable {
  readonly isTTY: boolean
  text = ''

  constructor(isTTY: boolean) {
    super()
    this.isTTY = isTTY
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString()
    done()
  }
}

test('logs are followed: readable in a terminal, unchanged elsewhere', async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'follow-logs-'))
  const api = path.join(dir, 'api-1.log')
  const stop = new AbortController()
  const [terminal, pipe] = [new Screen(true), new Screen(false)]
  try {
    writeFileSync(api, line('info', 'before'))
    writeFileSync(path.join(dir, 'postgres.log'), 'not ours\n')
    const following = [terminal, pipe].map((out) => followLogs(dir, out, stop.signal))
    await waitFor(() => {
      appendFileSync(api, line('info', 'after').slice(0, 10))
      appendFileSync(api, line('info', 'after').slice(10))
      expect(pipe.text).not.toBe('')
    })
    writeFileSync(path.join(dir, 'worker-1.log'), line('warn', 'a new process'))
    await waitFor(() => expect(terminal.text).toContain('a new process'))
    await waitFor(() => expect(pipe.text).toContain(line('warn', 'a new process')))
    stop.abort()
    await Promise.all(following)
    expect(pipe.text).not.toMatch(/before|not ours/)
    for (const written of pipe.text.trimEnd().split('\n')) JSON.parse(written)
    expect(terminal.text).toMatch(/INFO.*after.*createAppointment/s)
    expect(terminal.text).not.toContain('"operation":"createAppointment","msg"')
  } finally {
    stop.abort()
    rmSync(dir, { recursive: true, force: true })
  }
})
