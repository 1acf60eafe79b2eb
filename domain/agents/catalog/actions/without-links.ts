/** What programs make a link of: an address with its scheme, or a domain by itself. */
const LINK = /:\/\/|\bwww\.|[\p{L}\p{N}][.。．｡]\p{L}{2,}(?=[.]?(?:[\s/?#):,;!'"<>\]]|$))/u

/** Whether a program would make a link of something in a text. */
export const hasLinks = (text: string): boolean => LINK.test(text)

const SCHEME = /:\/\//g
const WWW = /\b(www)\./gi
/** Every dot of a domain, whatever follows it: none is left that a program would find. */
const DOMAIN =
  /[\p{L}\p{N}-]+(?:[.。．｡][\p{L}\p{N}-]+)*[.。．｡]\p{L}{2,}(?=[.]?(?:[\s/?#):,;!'"<>\]]|$))/gu

/**
 * A text that leads nowhere: what a model words is read by people, and no program makes a link of it. Addresses stay
 * readable, as in evil[.]example.
 */
export const withoutLinks = (text: string): string =>
  text
    .replace(DOMAIN, (domain) => domain.replace(/[.。．｡]/g, '[.]'))
    .replace(WWW, '$1[.]')
    .replace(SCHEME, '[:]//')
