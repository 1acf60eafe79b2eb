import { showProgress } from './progress.ts'
import { listenForWake } from './subject.ts'

const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 6 * 3_600_000

/**
 * Asks a gateway until it has decided: at once when an event of the gateway wakes the workflow, and otherwise at
 * growing intervals, so that a lost event delays the result and no more.
 * @param ask says whether it is still open; histories from before gateways took time say nothing
 */
export const askUntilSettled = async (
  step: string,
  ask: () => Promise<boolean | void>,
): Promise<void> => {
  const wakeUp = listenForWake()
  let pauseMs = FIRST_PAUSE_MS
  for (;;) {
    wakeUp.reset()
    if (!(await ask())) break
    const next = Date.now() + pauseMs
    showProgress({ step, dueAt: new Date(next).toISOString() })
    await wakeUp.until(next, step)
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
  }
  showProgress(null)
}
