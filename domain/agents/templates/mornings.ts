/** Times of templates: every morning at eight in the zone of the centre, not when all of it is closed. */
export const MORNINGS = {
  startsOn: '2026-01-05',
  startTime: '08:00',
  onClosure: 'SKIP',
} as const
