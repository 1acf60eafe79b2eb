import type { ChildListener } from '../children/listeners.ts'
import { wakeConsentExpiries } from './consent-expiry.ts'

/** Stops reminders of an archived child's consents. */
export const consentChildListener: ChildListener = {
  standingChanged: (tx, childId) => wakeConsentExpiries(tx, { childId }),
}
