/** Shows the log files of processes as they grow. */
import { existsSync, statSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const EVERY_MS = 200

/**
 * Follows the logs of the API and worker processes from now on: formatted for a terminal, otherwise as the
 * original JSON lines. Ends when the signal aborts.
 */
export async function followLogs(
  dir: string,
  out: NodeJS.WritableStream & { isTTY?: boolean },
  signal: AbortSignal,
): Promise<void> {
  const target = out.isTTY ? await readable(out) : out
  const followed = new Map<string, Followed>()
  for (const file of await logsIn(dir)) followed.set(file, { from: sizeOf(file), rest: '' })
  while (!signal.aborted) {
    for (const file of await logsIn(dir)) {
      const state = followed.get(file) ?? { from: 0, rest: '' }
      followed.set(file, state)
      const lines = await linesSince(file, state)
      if (lines) target.write(lines)
    }
    await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined)
  }
}

async function readable(out: NodeJS.WritableStream): Promise<NodeJS.WritableStream> {
  const { default: pretty } = await import('pino-pretty')
  const translateTime = 'SYS:HH:MM:ss.l'
  return pretty({ colorize: true, translateTime, singleLine: true, destination: out })
}

interface Followed {
  from: number
  /** The beginning of a line that is not complete yet. */
  rest: string
}

async function logsIn(dir: string): Promise<string[]> {
  const names = existsSync(dir) ? await readdir(dir) : []
  return names
    .filter((name) => /^(api|worker)-\d+\.log$/.test(name))
    .map((it) => path.join(dir, it))
}

function sizeOf(file: string): number {
  return existsSync(file) ? statSync(file).size : 0
}

/** Complete lines written since the last read. A file that has shrunk was started again. */
async function linesSince(file: string, state: Followed): Promise<string> {
  const size = sizeOf(file)
  if (size < state.from) Object.assign(state, { from: 0, rest: '' })
  if (size === state.from) return ''
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read({
      buffer: Buffer.alloc(size - state.from),
      position: state.from,
    })
    state.from += bytesRead
    const text = state.rest + buffer.subarray(0, bytesRead).toString()
    const end = text.lastIndexOf('\n') + 1
    state.rest = text.slice(end)
    return text.slice(0, end)
  } finally {
    await handle.close()
  }
}
