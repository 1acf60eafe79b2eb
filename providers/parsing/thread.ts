/** The thread of run-parser.ts: loads one parser, runs it once, and answers with JSON text. */
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'

/** Lower than all other work of the process, so that a slow parser delays nobody. */
const NICENESS = 10

const { module, input } = workerData as { module: string; input: unknown }
// On Linux a priority applies to a thread, elsewhere to the whole process.
if (process.platform === 'linux') setPriority(NICENESS)

const { parse } = (await import(module)) as { parse: (input: unknown) => unknown }
const answer = JSON.stringify(await parse(input))
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
parentPort!.postMessage(answer)
