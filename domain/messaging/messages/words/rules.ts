/** The channels for which texts exist. */
export const TEXT_CHANNELS = ['EMAIL'] as const
export type TextChannel = (typeof TEXT_CHANNELS)[number]

/** What the texts of a channel consist of. */
export const CHANNEL_RULES: Readonly<Record<TextChannel, { hasSubject: boolean }>> = {
  EMAIL: { hasSubject: true },
}

/** Maximum lengths of texts in MessageFormat, in characters. */
export const MOST_SUBJECT = 500
export const MOST_BODY = 8_000
export const MOST_ACTION_LABEL = 200

/** Maximum lengths of what is written with the example, in characters. */
export const MOST_WRITTEN = { subject: 120, body: 5_000 }

/** How deeply placeholders may be nested. */
export const MOST_DEPTH = 12

/**
 * Maximum length of a message with real values. If it is longer, the message is sent with the platform's words.
 */
export const MOST_SENT = 50_000
