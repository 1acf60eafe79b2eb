/** An appointment has the same UID in feeds and invitations throughout its life. */
export const uidOf = (appointmentId: string, host: string): string => `${appointmentId}@${host}`

export const PRODUCT = { company: 'Therapy Care Platform', product: 'Calendar', language: 'EN' }
