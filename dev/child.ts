/** A child process that logs to a file. Its owner can stop it and check its health. */
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

/** What a supervisor needs to know about anything that runs. */
export interface Running extends AsyncDisposable {
  readonly pid: number
  readonly logFile: string
  /** Settles when the process has ended, with a sentence that says how. */
  readonly exited: Promise<string>
  /** Whether it responds. A supervisor restarts a process that has not responded for a while. */
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
  /** Signals to send in order, each with its grace period; the last should be SIGKILL. */
  stop?: readonly (readonly [NodeJS.Signals, graceMs: number])[]
  onSpawn?: ((pid: number) => void) | undefined
}

export interface Child extends Running {
  /** The part of the log that this process itself has written. */
  output(): string
}

/**
 * Output goes straight to the file, not through this process: the child then neither stalls nor dies when its
 * starter is killed. It gets its own session, so that Ctrl-C in the terminal reaches only the starter, which
 * stops everything in order.
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
    // The process could not be recorded, for example because the disk is full, so nobody would know of it.
    await started[Symbol.asyncDispose]()
    throw error
  }
  return started
}

/** A process that uses a smaller share of a processor is only waiting. Other processes may leave it little more. */
const LEAST_SHARE = 1 / 60

export interface WaitOptions {
  what: string
  timeoutMs: number
  /** The maximum wait while the process is working: on a busy machine, a start takes minutes. */
  longestMs?: number
  everyMs?: number
  signal?: AbortSignal | undefined
}

/**
 * Polls until the answer is not undefined. Fails if the child ends first, the time is up, or the wait is
 * cancelled; it then stops the child, so that none is left over.
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

/**
 * The first and last lines of a log, and its path, for an error message. The first lines are included because a
 * crash states its cause first.
 */
export function logTail(child: { logFile: string; output?: () => string }, lines = 12): string {
  const text = child.output?.() ?? readFileSync(child.logFile, 'utf8')
  const all = text.trimEnd().split('\n')
  const shown = all.length > lines + 4 ? [...all.slice(0, 3), '…', ...all.slice(-lines)] : all
  return `\n${shown.map((line) => `    ${line.slice(0, 300)}`).join('\n')}\n    log: ${child.logFile}`
}
