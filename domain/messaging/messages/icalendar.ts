/** The same in feeds and invitations, for as long as the appointment lives. */
export const uidOf = (appointmentId: string, host: string): string => `${appointmentId}@${host}`

export const PRODUCT = { company: 'Therapy Care Platform', product: 'Calendar', language: 'EN' }
