/** The thread of watchdog.ts. */
import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'

interface Watched {
  process: string
  beats: Int32Array
  everyMs: number
  looks: number
}

const { process: name, beats, everyMs, looks } = workerData as Watched
let last = -1
let missed = 0

// Counts checks, not time: if the whole process is suspended or starved, so is this thread.
setInterval(() => {
  const now = Atomics.load(beats, 0)
  missed = now === last ? missed + 1 : 0
  last = now
  if (missed >= looks) end()
}, everyMs)

function end(): void {
  const seconds = (everyMs * looks) / 1_000
  const line = {
    level: 'fatal',
    time: new Date().toISOString(),
    process: name,
    msg: `event loop blocked for ${seconds} s: the process ends itself`,
  }
  try {
    writeSync(2, `${JSON.stringify(line)}\n`)
  } finally {
    process.kill(process.pid, 'SIGKILL')
  }
}
