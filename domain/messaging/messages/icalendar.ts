/** The same UID in feeds and invitations, for the appointment's lifetime. */
export const uidOf = (appointmentId: string, host: string): string => `${appointmentId}@${host}`

export const PRODUCT = { company: 'Therapy Care Platform', product: 'Calendar', language: 'EN' }
