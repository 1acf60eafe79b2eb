/**
 * The schedule of templates: every morning at eight in the centre's time zone, except when the whole centre is
 * closed.
 */
export const MORNINGS = {
  startsOn: '2026-01-05',
  startTime: '08:00',
  onClosure: 'SKIP',
} as const
