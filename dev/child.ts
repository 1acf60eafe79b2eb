/** A child process whose output goes to a log file, and which its owner can stop and watch. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  existsSync,
  openSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { cpuMs, identify, stopProcess } from './processes.ts'

const LOG_LIMIT_BYTES = 20 * 1024 * 1024

/** What a supervisor needs to know of anything that runs. */
export interface Running extends AsyncDisposable {
  readonly pid: number
  readonly logFile: string
  /** Settles when the process is gone, with a sentence that says how it went. */
  readonly exited: Promise<string>
  /** Whether it answers. A supervisor restarts what does not for a while. */
  readonly isHealthy?: () => Promise<boolean>
}

export interface ChildOptions {
  command: string
  args: readonly string[]
  logFile: string
  env?: NodeJS.ProcessEnv
  cwd?: string
  uid?: number
  gid?: number
  /** Signals in turn with the time each has to work; the last should be SIGKILL. */
  stop?: readonly (readonly [NodeJS.Signals, graceMs: number])[]
  onSpawn?: ((pid: number) => void) | undefined
}

export interface Child extends Running {
  /** What the process itself has written to its log so far. */
  output(): string
}

/**
 * Output goes straight to the file and not through this process: a child then neither stalls nor
 * dies when its starter is killed. It gets a session of its own, so that Ctrl-C in the terminal
 * reaches only the starter, who stops everything in order.
 */
export async function startChild(options: ChildOptions): Promise<Child> {
  const { command, args, logFile, env, cwd, uid, gid } = options
  mkdirSync(path.dirname(logFile), { recursive: true, mode: 0o700 })
  if (existsSync(logFile) && statSync(logFile).size > LOG_LIMIT_BYTES) {
    renameSync(logFile, `${logFile}.1`)
  }
  const log = openSync(logFile, 'a', 0o600)
  const from = statSync(logFile).size
  const child = spawn(command, args, {
    detached: true,
    stdio: ['ignore', log, log],
    ...(env && { env }),
    ...(cwd && { cwd }),
    ...(uid !== undefined && { uid }),
    ...(gid !== undefined && { gid }),
  })
  const exited = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) =>
      resolve(signal ? `ended by ${signal}` : `exit code ${code}`),
    )
  })
  await once(child, 'spawn').finally(() => closeSync(log))
  const pid = child.pid ?? 0
  const identity = identify(pid)
  const started: Child = {
    pid,
    logFile,
    exited,
    output: () => readFileSync(logFile).subarray(from).toString('utf8'),
    async [Symbol.asyncDispose]() {
      const signals = options.stop ?? [
        ['SIGTERM', 10_000],
        ['SIGKILL', 5_000],
      ]
      if (identity) await stopProcess(identity, signals)
    },
  }
  try {
    options.onSpawn?.(pid)
  } catch (error) {
    // Nobody would know of it: a full disk, for one, keeps it from being written down.
    await started[Symbol.asyncDispose]()
    throw error
  }
  return started
}

/** Share of a processor below which a process only waits. Others may leave it little more. */
const LEAST_SHARE = 1 / 60

export interface WaitOptions {
  what: string
  timeoutMs: number
  /** It is waited for up to this long as long as it works: on a busy machine a start takes minutes. */
  longestMs?: number
  everyMs?: number
  signal?: AbortSignal | undefined
}

/**
 * Asks until the answer is something other than undefined. Fails when the child ends first, when
 * time is up, or when the wait is called off; the child is stopped then, so that none is left over.
 */
export async function whenReady<T>(
  child: Child,
  ask: () => T | undefined | Promise<T | undefined>,
  { what, timeoutMs, longestMs = timeoutMs, everyMs = 25, signal }: WaitOptions,
): Promise<T> {
  const begunAt = Date.now()
  let deadline = begunAt + timeoutMs
  let worked = 0
  let ended: string | undefined
  void child.exited.then((how) => (ended = how))
  try {
    for (;;) {
      signal?.throwIfAborted()
      const answer = await ask()
      if (answer !== undefined) return answer
      if (ended) throw new Error(`${what} did not start (${ended})${logTail(child)}`)
      if (Date.now() > deadline) {
        const before = worked
        worked = cpuMs(child.pid) ?? 0
        const seconds = Math.round((Date.now() - begunAt) / 1000)
        if (worked - before < timeoutMs * LEAST_SHARE || Date.now() - begunAt >= longestMs)
          throw new Error(`${what} was not ready after ${seconds} s${logTail(child)}`)
        deadline = Math.min(Date.now() + timeoutMs, begunAt + longestMs)
      }
      await sleep(everyMs)
    }
  } catch (error) {
    await child[Symbol.asyncDispose]()
    throw error
  }
}

/** The first and the last lines of a log and where the rest is, to follow a message: a crash names its cause first. */
export function logTail(child: { logFile: string; output?: () => string }, lines = 12): string {
  const text = child.output?.() ?? readFileSync(child.logFile, 'utf8')
  const all = text.trimEnd().split('\n')
  const shown = all.length > lines + 4 ? [...all.slice(0, 3), '…', ...all.slice(-lines)] : all
  return `\n${shown.map((line) => `    ${line.slice(0, 300)}`).join('\n')}\n    log: ${child.logFile}`
}
