/** The thread of run-parser.ts: loads one parser, runs it once, answers with JSON text. */
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'

/** Below everything else of the process: a parser that runs into its deadline slows nobody down. */
const NICENESS = 10

const { module, input } = workerData as { module: string; input: unknown }
// On Linux priorities are a thread's, elsewhere they are the whole process's.
if (process.platform === 'linux') setPriority(NICENESS)

const { parse } = (await import(module)) as { parse: (input: unknown) => unknown }
const answer = JSON.stringify(await parse(input))
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
parentPort!.postMessage(answer)
