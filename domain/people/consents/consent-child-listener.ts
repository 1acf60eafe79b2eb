import type { ChildListener } from '../children/listeners.ts'
import { wakeConsentExpiries } from './consent-expiry.ts'

/** No reminders for an archived child's consents. */
export const consentChildListener: ChildListener = {
  standingChanged: (tx, childId) => wakeConsentExpiries(tx, { childId }),
}
