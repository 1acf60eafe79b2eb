import { z } from 'zod'

/**
 * The default capacity of a worker, by task queue. `workflows` and `activities` are the numbers of concurrent
 * tasks. `cached` workflows stay in memory between their tasks; others are replayed.
 */
export const USUAL_SIZES = {
  'care.workflows': 40,
  'care.activities': 40,
  'care.cached': 250,
  'couriers.workflows': 20,
  /** Leases mostly wait. This is the number of endpoints that are served at the same time. */
  'couriers.activities': 500,
  'couriers.cached': 250,
  /** A model node mostly waits for the model. */
  'agents.workflows': 20,
  'agents.activities': 20,
  'agents.cached': 100,
  /** Few, because the rest of the process's time is for interactive work. */
  'bulk.workflows': 4,
  'bulk.activities': 4,
  'bulk.cached': 20,
  /** Each activity reads a document in a thread that may need about 400 MB. */
  'knowledge.workflows': 4,
  'knowledge.activities': 2,
  'knowledge.cached': 20,
  /** Threads that parse files; each may need about 200 MB. */
  'parsers.activities': 2,
  /** Threads for files of imports and assistants that take longer than a short turn; each may need about 400 MB. */
  'slow-parsers.activities': 1,
}

type SizeName = keyof typeof USUAL_SIZES
export type WorkerSizes = Readonly<Record<SizeName, number>>

const LARGEST = 10_000

/** The SDK needs two concurrent workflow tasks in order to serve both cached and new workflows. */
const smallest = (name: string): number => (/\.(workflows|cached)$/.test(name) ? 2 : 1)

/** `care.activities=80,bulk.activities=8`; others stay unchanged. */
export const workerSizes = () =>
  z
    .string()
    .default('')
    .transform((text, check): WorkerSizes => {
      const sizes: Record<SizeName, number> = { ...USUAL_SIZES }
      for (const entry of text.split(',').flatMap((part) => part.trim() || [])) {
        const [, name = '', digits] = /^([a-z.-]+)=(\d{1,5})$/.exec(entry) ?? []
        const size = Number(digits)
        if (Object.hasOwn(sizes, name) && size >= smallest(name) && size <= LARGEST)
          sizes[name as SizeName] = size
        else
          check.addIssue(
            `'${entry}' is not <queue>.<what>=<count>; names are ${Object.keys(sizes).join(', ')}; counts 1 to ${LARGEST}, for workflows and cached from 2`,
          )
      }
      for (const queue of ['care', 'couriers', 'agents', 'bulk', 'knowledge'] as const)
        if (sizes[`${queue}.workflows`] > sizes[`${queue}.cached`])
          check.addIssue(
            `${queue}.workflows=${sizes[`${queue}.workflows`]} is more than ${queue}.cached=${sizes[`${queue}.cached`]}: raise that too`,
          )
      return sizes
    })
