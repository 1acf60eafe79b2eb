import type { ChildListener } from '#people/children/listeners.ts'
import { wakeFormChases } from './request-missing-forms.ts'

/** Nobody is reminded of an archived child's forms. */
export const formChildListener: ChildListener = { standingChanged: wakeFormChases }
