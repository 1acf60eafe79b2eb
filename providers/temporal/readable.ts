/** The prefix of texts that operators can read in Temporal without the codec. People never write it. */
const READABLE = '· '

/**
 * A text that the codec leaves readable (providers/temporal/codec.ts), so that the Temporal UI shows it to
 * every operator. It may contain names from closed lists, ids, instants and API paths, but never text that a
 * person wrote. A text with other characters is encrypted like everything else.
 */
export const readable = (text: string): string => `${READABLE}${text}`

/** Whether a text is readable in this sense. The allowed characters exclude names in most scripts, and addresses. */
export const isReadable = (text: unknown): boolean =>
  typeof text === 'string' && /^· [A-Za-z0-9 _.,:;/?={}-]{1,400}$/.test(text)
