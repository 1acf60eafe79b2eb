/**
 * `<data>/run.json`: the processes that a start owns. It is written as each process is spawned, so that after
 * kill -9 the next start knows exactly which processes to stop.
 */
import path from 'node:path'

import { readJson, writePrivate } from './files.ts'
import { withLock } from './lock.ts'
import { identify, isAlive, stopProcess, type ProcessIdentity } from './processes.ts'

interface Recorded extends ProcessIdentity {
  name: string
}

interface Contents {
  up: ProcessIdentity
  processes: Recorded[]
  /** Stored, so that addresses stay the same between starts if possible. */
  ports: Record<string, number>
}

export class RunFile {
  readonly #file: string
  #contents: Contents

  private constructor(file: string, contents: Contents) {
    this.#file = file
    this.#contents = contents
  }

  /** Takes over the data folder and reports what remains of an earlier run. */
  static claim(dataDir: string, say: (line: string) => void): Promise<RunFile> {
    return withLock(path.join(dataDir, 'run.lock'), () => RunFile.#claim(dataDir, say))
  }

  static async #claim(dataDir: string, say: (line: string) => void): Promise<RunFile> {
    const file = path.join(dataDir, 'run.json')
    const earlier = readJson(file) as Contents | undefined
    if (earlier?.up && isAlive(earlier.up)) {
      throw new Error(
        `bin/up (process ${earlier.up.pid}) is already running on ${dataDir}. Stop it first, or pass another folder with --data DIR.`,
      )
    }
    await stopLeftovers(earlier?.processes ?? [], say)
    const up = identify(process.pid) ?? { pid: process.pid, startedAt: '' }
    const claimed = new RunFile(file, { up, processes: [], ports: earlier?.ports ?? {} })
    claimed.#write()
    return claimed
  }

  /** Stops processes that a killed owner left behind. False if the owner is alive or its state is unknown. */
  static async stopIfAbandoned(dataDir: string, say: (line: string) => void): Promise<boolean> {
    const contents = readJson(path.join(dataDir, 'run.json')) as Contents | undefined
    if (!contents?.up || isAlive(contents.up)) return false
    await stopLeftovers(contents.processes, say)
    return true
  }

  /** A process that cannot be recorded could outlive a killed owner, so it is ended. */
  spawned(name: string, pid: number): void {
    const spawned = identify(pid)
    if (!spawned) return
    const before = this.#contents.processes.filter((it) => isAlive(it))
    this.#contents.processes = [...before, { name, ...spawned }]
    try {
      this.#write()
    } catch (error) {
      this.#contents.processes = before
      process.kill(pid, 'SIGKILL')
      throw error
    }
  }

  port(name: string): number | undefined {
    return this.#contents.ports[name]
  }

  rememberPort(name: string, port: number): void {
    this.#contents.ports[name] = port
    this.#write()
  }

  /** After an orderly stop there is nothing left to find. */
  release(): void {
    this.#contents.processes = []
    this.#write()
  }

  /** Does not wait; for a second Ctrl-C. */
  killAll(): void {
    for (const it of this.#contents.processes) {
      if (isAlive(it)) process.kill(it.pid, isPostgres(it) ? 'SIGQUIT' : 'SIGKILL')
    }
  }

  #write(): void {
    writePrivate(this.#file, `${JSON.stringify(this.#contents, null, 2)}\n`)
  }
}

/** The platform's server, or that of a Temporal cluster. */
const isPostgres = ({ name }: Recorded) => /(^|-)postgres$/.test(name)
const isTemporal = (it: Recorded) => it.name.startsWith('temporal') && !isPostgres(it)
const isClient = (it: Recorded) => !isTemporal(it) && !isPostgres(it)

/** Uses the order of an orderly stop: clients of the servers first, PostgreSQL last. */
async function stopLeftovers(processes: Recorded[], say: (line: string) => void): Promise<void> {
  const alive = processes.filter((it) => isAlive(it))
  if (alive.length === 0) return
  const names = alive.map((it) => `${it.name} (${it.pid})`).join(', ')
  say(`An earlier start was killed and left these processes running; stopping them: ${names}`)
  const stop = (it: Recorded) => {
    const first = isPostgres(it) ? 'SIGINT' : 'SIGTERM'
    return stopProcess(it, [
      [first, 10_000],
      ['SIGKILL', 5_000],
    ])
  }
  for (const which of [isClient, isTemporal, isPostgres])
    await Promise.all(alive.filter(which).map(stop))
}
