const SCHEME = /:\/\//g
const WWW = /\b(www)\./gi
/** A complete domain. All its dots are replaced, because programs would otherwise still recognize a part of it. */
const DOMAIN =
  /[\p{L}\p{N}-]+(?:[.。．｡][\p{L}\p{N}-]+)*[.。．｡]\p{L}{2,}(?=[.]?(?:[\s/?#):,;!'"<>\]]|$))/gu

/**
 * A text without links: people read text that a model wrote, and no program should turn it into a link.
 * Addresses stay readable, as in evil[.]example.
 */
export const withoutLinks = (text: string): string =>
  text
    .replace(DOMAIN, (domain) => domain.replace(/[.。．｡]/g, '[.]'))
    .replace(WWW, '$1[.]')
    .replace(SCHEME, '[:]//')

/** Whether a program would create a link from a text: a URL with a scheme, or a bare domain. */
export const hasLinks = (text: string): boolean => withoutLinks(text) !== text
