/** Kinds of records that an assistant may use. The specification names the first three. */
export const TOOLS = [
  'bookings',
  'child_records',
  'assessments',
  'availability',
  'goals',
  'sessions',
] as const

/** Languages whose words are known: their endings, and the words that say nothing. */
export const LANGUAGES = ['en', 'de', 'es', 'fr'] as const
export type Language = (typeof LANGUAGES)[number]

/** BRIEF quotes the passage that answers best, DETAILED up to three. */
export const ANSWER_STYLES = ['BRIEF', 'DETAILED'] as const
export type AnswerStyle = (typeof ANSWER_STYLES)[number]

const OF_LOCATION = 'location:'

/** The location that a scope names; null: the whole centre. */
export const locationIn = (scope: string): string | null =>
  scope.startsWith(OF_LOCATION) ? scope.slice(OF_LOCATION.length) : null

export const scopeOf = (locationId: string | null): string =>
  locationId === null ? 'organization' : `${OF_LOCATION}${locationId}`
