/** Runs commands one after the other, in a process that already loaded their modules. */
import { run } from '../../cli/run.ts'
import type { Asked, CommandResult } from './therapy.ts'

let last: Promise<unknown> = Promise.resolve()

process.on('message', ({ id, env, args }: Asked) => {
  last = last.then(async () => process.send!({ id, result: await resultOf(env, args) }))
})

/** The output and exit code that a separate process would have had. */
const resultOf = async (env: Record<string, string>, args: readonly string[]) => {
  const result: CommandResult = { code: 0, stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    process[name].write = (text: string | Uint8Array) => {
      result[name] += String(text)
      return true
    }
  process.env = env
  process.argv = [process.execPath, 'therapy', ...args]
  process.exitCode = 0
  await run()
  process.removeAllListeners('uncaughtException')
  result.code = process.exitCode
  // This process itself exits normally.
  process.exitCode = 0
  return result
}
