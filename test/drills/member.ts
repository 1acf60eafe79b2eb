import { logTail, type Running } from '../../dev/child.ts'

/** One process of the site; disposing stops it permanently. */
export interface Member extends AsyncDisposable {
  readonly name: string
  readonly isUp: boolean
  /** Of the current or last process. */
  readonly pid: number
  readonly logFile: string
  /** Resolves when it is ready. Starting a running one has no effect. */
  start(): Promise<void>
  /** Stops it with a signal; resolves when it is gone. */
  end(signal: NodeJS.Signals): Promise<void>
}

export const member = (
  name: string,
  launch: () => Promise<Running>,
  onAccident: (accident: string) => void,
): Member => {
  let running: Running | undefined
  let last: Running | undefined
  let ending = false
  return {
    name,
    get isUp() {
      return running !== undefined
    },
    get pid() {
      return last?.pid ?? 0
    },
    get logFile() {
      return last?.logFile ?? ''
    },
    async start() {
      if (running) return
      ending = false
      const started = await launch()
      running = last = started
      void started.exited.then((how) => {
        if (running === started) running = undefined
        if (!ending) onAccident(`${name}: ${how}${logTail(started)}`)
      })
    },
    async end(signal) {
      if (!running) return
      ending = true
      process.kill(running.pid, signal)
      await running.exited
      running = undefined
    },
    async [Symbol.asyncDispose]() {
      ending = true
      await running?.[Symbol.asyncDispose]()
    },
  }
}

/** Several processes as one. The first is started before the others; `onStarted` follows. */
export const together = (
  name: string,
  [first, ...others]: readonly [Member, ...Member[]],
  onStarted: () => Promise<void>,
): Member => ({
  name,
  get isUp() {
    return [first, ...others].every(({ isUp }) => isUp)
  },
  get pid() {
    return first.pid
  },
  get logFile() {
    return first.logFile
  },
  async start() {
    await first.start()
    await Promise.all(others.map((it) => it.start()))
    await onStarted()
  },
  async end(signal) {
    await Promise.all([first, ...others].map((it) => it.end(signal)))
  },
  async [Symbol.asyncDispose]() {
    await Promise.all([first, ...others].map((it) => it[Symbol.asyncDispose]()))
  },
})
