import type { ChildListener } from '#people/children/listeners.ts'
import { recountCycles, wakeCycles } from './recount-cycles.ts'

/** A merge adds sessions, and the cycles of an archived child send no reminders. */
export const treatmentCycleChildListener: ChildListener = {
  standingChanged: async (tx, childId) => {
    await recountCycles(tx, childId)
    await wakeCycles(tx, childId)
  },
}
