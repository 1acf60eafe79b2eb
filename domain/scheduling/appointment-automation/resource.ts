import { DAILY_SETTINGS } from '#vocabulary/fresh-proof.ts'
import { defineResource } from '#vocabulary/resource.ts'

export const appointmentAutomation = defineResource({
  permissions: {
    'appointment-automation': {
      about: 'automatic changes of appointments',
      centreOnly: ['write'],
      withoutFreshProof: DAILY_SETTINGS,
      roles: { read: ['SCHEDULER', 'BILLER', 'READ_ONLY'], write: ['ADMINISTRATOR'] },
      scopes: { bookings: ['read'], admin: ['read', 'write'] },
    },
  },
})
