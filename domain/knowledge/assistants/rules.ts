/** Kinds of records an assistant can use. The specification names the first three. */
export const TOOLS = [
  'bookings',
  'child_records',
  'assessments',
  'availability',
  'goals',
  'sessions',
] as const

/** Languages for which there is a dictionary of stems and stop words. */
export const LANGUAGES = ['en', 'de', 'es', 'fr'] as const
export type Language = (typeof LANGUAGES)[number]

/** BRIEF quotes the best passage, DETAILED up to three passages. */
export const ANSWER_STYLES = ['BRIEF', 'DETAILED'] as const
export type AnswerStyle = (typeof ANSWER_STYLES)[number]

const OF_LOCATION = 'location:'

/** The location of a scope; null for the whole centre. */
export const locationIn = (scope: string): string | null =>
  scope.startsWith(OF_LOCATION) ? scope.slice(OF_LOCATION.length) : null

export const scopeOf = (locationId: string | null): string =>
  locationId === null ? 'organization' : `${OF_LOCATION}${locationId}`
