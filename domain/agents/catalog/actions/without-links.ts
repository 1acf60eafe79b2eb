const SCHEME = /:\/\//g
const WWW = /\b(www)\./gi
/** A whole domain. All its dots are replaced, or programs would still recognize a part. */
const DOMAIN =
  /[\p{L}\p{N}-]+(?:[.。．｡][\p{L}\p{N}-]+)*[.。．｡]\p{L}{2,}(?=[.]?(?:[\s/?#):,;!'"<>\]]|$))/gu

/**
 * A text without links: people read what a model writes, and no program turns it into a link. Addresses stay
 * readable, as in evil[.]example.
 */
export const withoutLinks = (text: string): string =>
  text
    .replace(DOMAIN, (domain) => domain.replace(/[.。．｡]/g, '[.]'))
    .replace(WWW, '$1[.]')
    .replace(SCHEME, '[:]//')

/** Whether a program would create a link from a text: a URL with a scheme, or a bare domain. */
export const hasLinks = (text: string): boolean => withoutLinks(text) !== text
