import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '../..')

export interface CommandResult {
  code: number
  stdout: string
  stderr: string
}

/** The request to a host. */
export interface Asked {
  id: number
  env: Record<string, string>
  args: readonly string[]
}

type Environment = Record<string, string>

/** Runs the command line like bin/therapy, with only this environment. */
export const therapy = (env: Environment, ...args: readonly string[]): Promise<CommandResult> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [path.join(ROOT, 'cli/main.ts'), ...args],
      { env: alone(env), cwd: ROOT, maxBuffer: 64 * 1_024 * 1_024 },
      (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr })
      },
    )
  })

export interface CommandHost extends AsyncDisposable {
  therapy(env: Environment, ...args: readonly string[]): Promise<CommandResult>
}

/** The same in one process that runs many commands, because loading modules dominates their time. */
export const startHost = (): CommandHost => {
  const child = fork(path.join(import.meta.dirname, 'host.ts'), { cwd: ROOT, env: alone({}) })
  const exited = once(child, 'exit')
  const waiting = new Map<number, (result: CommandResult) => void>()
  child.on('message', ({ id, result }: { id: number; result: CommandResult }) => {
    waiting.get(id)?.(result)
    waiting.delete(id)
  })
  let asked = 0
  return {
    therapy: async (env, ...args) => {
      const id = (asked += 1)
      const { promise, resolve } = Promise.withResolvers<CommandResult>()
      waiting.set(id, resolve)
      child.send({ id, env: alone(env), args } satisfies Asked)
      const died = exited.then(([code, signal]) => {
        throw new Error(`the process of the commands ended: ${code ?? signal}`)
      })
      return Promise.race([promise, died])
    },
    /** A command that leaves a connection or timer open would keep the process alive, so it fails. */
    [Symbol.asyncDispose]: async () => {
      child.disconnect()
      const leftOver = setTimeout(() => child.kill('SIGKILL'), LONGEST_END_MS)
      const [code, signal] = (await exited) as [number | null, NodeJS.Signals | null]
      clearTimeout(leftOver)
      if (code !== 0) throw new Error(`a command left something open: ${code ?? signal}`)
    },
  }
}

const LONGEST_END_MS = 30_000

const alone = (env: Environment) => ({ PATH: process.env['PATH'] ?? '', ...env })
