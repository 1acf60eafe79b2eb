import type { ChildListener } from '#people/children/listeners.ts'
import { recountCycles, wakeCycles } from './recount-cycles.ts'

/** A merge brings sessions along; nobody is reminded of an archived child's cycles. */
export const treatmentCycleChildListener: ChildListener = {
  standingChanged: async (tx, childId) => {
    await recountCycles(tx, childId)
    await wakeCycles(tx, childId)
  },
}
