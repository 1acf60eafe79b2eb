import type { ChildListener } from '../children/listeners.ts'
import { wakeConsentExpiries } from './consent-expiry.ts'

/** Wakes the reminders of a child's consents, which stop while the child is archived. */
export const consentChildListener: ChildListener = {
  standingChanged: (tx, childId) => wakeConsentExpiries(tx, { childId }),
}
