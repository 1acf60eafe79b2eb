import type { ChildListener } from '#people/children/listeners.ts'
import { wakeFormChases } from './request-missing-forms.ts'

/** Stops reminders for forms of an archived child. */
export const formChildListener: ChildListener = { standingChanged: wakeFormChases }
