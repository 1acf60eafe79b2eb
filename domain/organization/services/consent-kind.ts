/** What a guardian may consent to; a service names the kinds that its bookings require. */
export const ConsentKind = [
  'TREATMENT',
  'DATA_SHARING',
  'PHOTO_VIDEO',
  'TELEHEALTH',
  'AI_PROCESSING',
] as const
export type ConsentKind = (typeof ConsentKind)[number]
