import { condition, defineSignal, setHandler } from '@temporalio/workflow'
import { readable } from '#platform/core/workflow-kinds/readable.ts'
import { WAKE_SIGNAL } from './signals.ts'

export const wakeSignal = defineSignal(WAKE_SIGNAL)

/** What a workflow about a subject waits with: for a time, or for being told that it changed. */
export interface WakeUp {
  /** Forgets the signals so far: what follows will look at the subject anew. */
  reset(): void
  readonly woken: boolean
  /**
   * Waits until the instant (epoch ms) or the signal; true when woken by the signal. Operators see
   * the timer by the name of the step that it holds.
   */
  until(instant: number, step: string): Promise<boolean>
}

/** Listens to `wake`. Call it first, before anything is awaited. */
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
