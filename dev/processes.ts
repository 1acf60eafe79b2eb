/**
 * Processes identified by pid and start time. A pid alone may have been reused; together with the start time it
 * identifies one process.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

export interface ProcessIdentity {
  pid: number
  /** Opaque. Equal for the same process, different for a later one with the same pid. */
  startedAt: string
}

/** The process that has this pid now; undefined if there is none. A zombie does not count. */
export function identify(pid: number): ProcessIdentity | undefined {
  const startedAt = process.platform === 'linux' ? startOnLinux(pid) : startByPs(pid)
  return startedAt === undefined ? undefined : { pid, startedAt }
}

export function isAlive(recorded: ProcessIdentity): boolean {
  return identify(recorded.pid)?.startedAt === recorded.startedAt
}

/** Sends each signal in turn and waits up to its grace period for the process to end. */
export async function stopProcess(
  recorded: ProcessIdentity,
  signals: readonly (readonly [NodeJS.Signals, graceMs: number])[],
): Promise<void> {
  for (const [signal, graceMs] of signals) {
    const deadline = Date.now() + graceMs
    if (!isAlive(recorded)) return
    try {
      process.kill(recorded.pid, signal)
    } catch {
      return
    }
    while (Date.now() < deadline && isAlive(recorded)) await sleep(20)
  }
}

function startOnLinux(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may contain spaces, so the numbered fields begin after the last parenthesis.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? undefined : fields[19]
  } catch {
    return undefined
  }
}

function startByPs(pid: number): string | undefined {
  try {
    const args = ['-p', String(pid), '-o', 'state=,lstart=']
    const [state, ...start] = execFileSync('ps', args, { encoding: 'utf8' }).trim().split(/\s+/)
    return state === undefined || state.startsWith('Z') ? undefined : start.join(' ')
  } catch {
    return undefined
  }
}

/** Ticks of /proc are hundredths of a second on every Linux that Node runs on. */
const TICK_MS = 10

/** Processor time that a process has used so far, in milliseconds; undefined without /proc. */
export function cpuMs(pid: number): number | undefined {
  try {
    // The process name in brackets may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return undefined
  }
}
