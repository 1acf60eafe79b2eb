import { condition, defineSignal, setHandler } from '@temporalio/workflow'
import { readable } from '#platform/core/workflow-kinds/readable.ts'
import { WAKE_SIGNAL } from './signals.ts'

export const wakeSignal = defineSignal(WAKE_SIGNAL)

/** How a workflow about a subject waits: for a time, or for the signal that the subject changed. */
export interface WakeUp {
  /** Clears earlier signals: the subject is read again afterwards. */
  reset(): void
  readonly woken: boolean
  /**
   * Waits until the instant (epoch ms) or the signal. Returns true after a signal. Operators see the timer
   * under the name of its step.
   */
  until(instant: number, step: string): Promise<boolean>
}

/** Listens to `wake`. Call it first, before awaiting anything. */
export const listenForWake = (): WakeUp => {
  let woken = false
  setHandler(wakeSignal, () => {
    woken = true
  })
  return {
    reset() {
      woken = false
    },
    get woken() {
      return woken
    },
    async until(instant, step) {
      const ms = instant - Date.now()
      return ms <= 0 ? woken : condition(() => woken, ms, { summary: readable(step) })
    },
  }
}
