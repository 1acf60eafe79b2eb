import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, test } from 'vitest'

/** A process with a blocked event loop exits; a slow, suspended or finished one does not. */

const WATCHDOG = new URL('../../providers/watchdog/watchdog.ts', import.meta.url).href
const LIMIT_MS = 2_000
const LIMIT = { timeout: 600_000 }

const run = (script: string) => {
  const source = `import { startWatchdog } from '${WATCHDOG}'
    const watchdog = startWatchdog({ process: 'api', limitMs: ${LIMIT_MS} })
    const block = (ms) => { for (const until = Date.now() + ms; Date.now() < until;); }
    ${script}`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source])
  return {
    child,
    said: text(child.stderr),
    output: text(child.stdout),
    exited: once(child, 'exit'),
  }
}

/** In parallel, because each waits for seconds. */
describe.concurrent('a process', () => {
  test('in an endless loop reports it and exits', LIMIT, async ({ expect }) => {
    const { said, exited } = run('setTimeout(() => block(60_000), 500)')
    expect(await exited).toEqual([null, 'SIGKILL'])
    const { time, ...line } = JSON.parse(await said) as Record<string, unknown>
    expect(line).toEqual({
      level: 'fatal',
      process: 'api',
      msg: 'event loop blocked for 2 s: the process ends itself',
    })
    expect(Date.parse(String(time))).not.toBeNaN()
  })

  test('that is blocked briefly, several times, continues', LIMIT, async ({ expect }) => {
    const { exited, output } = run(`for (let i = 0; i < 8; i += 1) {
      block(${LIMIT_MS / 4})
      await new Promise((resolve) => setTimeout(resolve, ${LIMIT_MS / 4}))
    }
    console.log('done')`)
    expect(await exited).toEqual([0, null])
    expect(await output).toBe('done\n')
  })

  test('that was suspended continues', LIMIT, async ({ expect }) => {
    const { child, exited, output } = run(`setTimeout(() => console.log('done'), ${LIMIT_MS * 2})`)
    await sleep(1_000)
    child.kill('SIGSTOP')
    await sleep(LIMIT_MS * 2)
    child.kill('SIGCONT')
    expect(await exited).toEqual([0, null])
    expect(await output).toBe('done\n')
  })

  test('is not kept alive by the watchdog, which can be stopped', LIMIT, async ({ expect }) => {
    expect(await run('').exited).toEqual([0, null])
    expect(
      await run(`await watchdog[Symbol.asyncDispose](); block(${LIMIT_MS * 2})`).exited,
    ).toEqual([0, null])
  })
})
