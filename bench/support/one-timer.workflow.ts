import { proxySinks, sleep, type Sinks } from '@temporalio/workflow'

export interface WaitingSinks extends Sinks {
  bench: { waiting: () => void }
}

const { bench } = proxySinks<WaitingSinks>()

/** What a workflow with a single timer costs by itself. */
export const oneTimer = async (): Promise<void> => {
  const timer = sleep('1 day')
  bench.waiting()
  await timer
}
