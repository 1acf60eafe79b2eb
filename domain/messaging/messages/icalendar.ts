import type { FamilyLanguage } from './templates/define-template.ts'

/** What calendars say of an appointment: never of which kind it is. */
export const CALENDAR_WORDS: Record<FamilyLanguage, { appointment: string; taken: string }> = {
  en: { appointment: 'Appointment', taken: 'Taken' },
  de: { appointment: 'Termin', taken: 'Belegt' },
  es: { appointment: 'Cita', taken: 'Ocupado' },
}

/** The same in feeds and invitations, for as long as the appointment lives. */
export const uidOf = (appointmentId: string, host: string): string => `${appointmentId}@${host}`

export const PRODUCT = { company: 'Therapy Care Platform', product: 'Calendar', language: 'EN' }
