/** How a text begins that operators read in Temporal without the codec. Nothing that people write begins like it. */
const READABLE = '· '

/**
 * A text that the codec leaves as it is (providers/temporal/codec.ts), so that the Temporal UI shows it to every
 * operator. It may hold names from closed lists, ids, instants and paths of the API; never what a person wrote.
 * What has other characters is encrypted as everything else.
 */
export const readable = (text: string): string => `${READABLE}${text}`

/** Whether a text is one of those: what it may consist of leaves no room for names in most scripts, or for addresses. */
export const isReadable = (text: unknown): boolean =>
  typeof text === 'string' && /^· [A-Za-z0-9 _.,:;/?={}-]{1,400}$/.test(text)
