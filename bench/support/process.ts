import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { bundled, type Entry } from '../../build/processes.ts'
import { cpuMs } from '../../dev/processes.ts'
import { PROCESS_ENV, NODE_FLAGS } from '../../dev/services.ts'

export interface ServerProcess extends AsyncDisposable {
  url: string
  pid: number
  /** Resident memory now, in megabytes; `undefined` where /proc is missing. */
  residentMb: () => number | undefined
  /** Processor time used so far, in milliseconds; `undefined` where /proc is missing. */
  cpuMs: () => number | undefined
}

/** What a bench compares the API with: one file, started as it is. */
const BARE_SERVER = 'bench/bare-server.ts'

/** Starts one of our servers as a process and waits for its `{"ready":true,"port":…}`. */
export const startServer = async (
  entry: Entry | typeof BARE_SERVER,
  env: Record<string, string>,
): Promise<ServerProcess> => {
  const file = entry === BARE_SERVER ? entry : await bundled(entry)
  const child = spawn(process.execPath, [...NODE_FLAGS, file], {
    env: { ...process.env, ...PROCESS_ENV, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await Promise.race([
    once(createInterface(child.stdout), 'line'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`${entry} ended with ${String(code)} before it was ready`)
    }),
  ])) as [string]
  child.stdout.resume()
  const { port } = JSON.parse(line) as { port: number }
  const pid = child.pid!
  return {
    url: `http://127.0.0.1:${port}`,
    pid,
    residentMb: () => residentMb(pid),
    cpuMs: () => cpuMs(pid),
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

const residentMb = (pid: number): number | undefined => megabytes(pid, 'VmRSS')

/** The most that has been resident so far. */
export const peakMb = (pid: number): number | undefined => megabytes(pid, 'VmHWM')

const megabytes = (pid: number, name: 'VmRSS' | 'VmHWM'): number | undefined => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const kilobytes = new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]
    return kilobytes === undefined ? undefined : Math.round(Number(kilobytes) / 1024)
  } catch {
    return undefined
  }
}
