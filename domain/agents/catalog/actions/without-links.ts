const SCHEME = /:\/\//g
const WWW = /\b(www)\./gi
/** A whole domain. All of its dots are replaced, or programs would still find a part of it. */
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

/** Whether a program would make a link of something in a text: of an address with its scheme, or of a domain by itself. */
export const hasLinks = (text: string): boolean => withoutLinks(text) !== text
