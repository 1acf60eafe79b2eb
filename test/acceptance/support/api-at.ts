/** Starts another API process on the database of `bin/up`, with its clock at another date. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { bundled } from '../../../build/processes.ts'
import { root } from '../../../dev/paths.ts'
import { NODE_FLAGS, PROCESS_ENV } from '../../../dev/services.ts'
import type { Site } from './site.ts'

export const startApiAt = async (site: Site, instant: string) => {
  const preload = path.join(import.meta.dirname, 'shift-date.ts')
  const file = await bundled('api/main.ts')
  const api = spawn(process.execPath, [...NODE_FLAGS, '--import', preload, file], {
    cwd: root,
    env: {
      ...PROCESS_ENV,
      ...site.env,
      PATH: process.env['PATH'],
      PORT: '0',
      STOP_DELAY_SECONDS: '0',
      STORY_BEGINS_AT: instant,
    },
  })
  let said = ''
  api.stderr.on('data', (chunk) => (said += String(chunk)))
  const exited = once(api, 'exit')
  const [line] = (await Promise.race([once(createInterface(api.stdout), 'line'), exited])) as [
    unknown,
  ]
  if (typeof line !== 'string') throw new Error(`The API at ${instant} did not start:\n${said}`)
  const { port } = JSON.parse(line) as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      api.kill('SIGTERM')
      await exited
    },
  }
}
