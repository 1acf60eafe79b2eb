import { showProgress } from './progress.ts'
import { listenForWake } from './subject.ts'

const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 6 * 3_600_000

/**
 * Polls a gateway until it has decided: immediately when an event of the gateway wakes the workflow, otherwise
 * at growing intervals, so a lost event only delays the result.
 * @param ask returns whether it is still open; older histories return nothing
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
